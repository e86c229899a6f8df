import { readFile } from 'node:fs/promises';
import { CheckpointError } from '../errors.js';

/** Properties by the method that reads each, the name of its field, and its value where the file has none. */
export type FieldTable = Readonly<
  Record<
    string,
    readonly [method: 'count' | 'counts' | 'id' | 'number' | 'boolean' | 'ropeTheta', field: string, fallback?: unknown]
  >
>;

/** What {@link JsonFields.read} makes of a table. */
export type Fields<Table extends FieldTable> = {
  readonly [Name in keyof Table]: ReturnType<JsonFields[Table[Name][0]]>;
};

/** Typed access to a JSON object of a checkpoint; every error names the file and the field. */
export class JsonFields {
  constructor(
    private readonly file: string,
    private readonly path: string,
    private readonly values: Readonly<Record<string, unknown>>,
  ) {}

  /** @throws CheckpointError when the file is missing or does not hold a JSON object */
  static async open(file: string): Promise<JsonFields> {
    const text = await readFile(file, 'utf8').catch((cause: unknown) => {
      throw new CheckpointError(`${file} is missing or cannot be read.`, { cause });
    });
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (cause) {
      throw new CheckpointError(`${file} is damaged: it does not hold valid JSON.`, { cause });
    }
    if (!isObject(value)) throw new CheckpointError(`${file} is damaged: it does not hold a JSON object.`);
    return new JsonFields(file, '', value);
  }

  has(name: string): boolean {
    return this.values[name] !== undefined && this.values[name] !== null;
  }

  isFalse(name: string): boolean {
    return this.values[name] === false;
  }

  names(): string[] {
    return Object.keys(this.values);
  }

  readonly string = this.#reader('a string', (value) => typeof value === 'string');
  readonly boolean = this.#reader('true or false', (value) => typeof value === 'boolean');
  readonly number = this.#reader('a number', (value) => typeof value === 'number');
  readonly id = this.#reader('a whole number of at least 0', isWhole);
  readonly count = this.#reader('a positive whole number', isCount);
  readonly counts = this.#reader('a list of positive whole numbers', isCounts);
  readonly idList = this.#reader('a list of whole numbers', (value) => isListOf(value, isWhole));
  readonly #object = this.#reader('an object', isObject);
  readonly #objects = this.#reader('a list of objects', (value) => isListOf(value, isObject));

  object(name: string): JsonFields {
    return new JsonFields(this.file, `${this.path}${name}.`, this.#object(name));
  }

  objects(name: string): JsonFields[] {
    return this.#objects(name).map((entry, i) => new JsonFields(this.file, `${this.path}${name}[${i}].`, entry));
  }

  /** The base of a rotary embedding, which newer exports keep in `rope_parameters`. @throws CheckpointError for a scaled one */
  ropeTheta(name: string): number {
    const [at] = ['rope_parameters', 'rope_scaling']
      .filter((known) => this.has(known))
      .map((known) => this.object(known));
    const type = at?.has('rope_type') ? at.string('rope_type') : 'default';
    if (type === 'default') return at?.has(name) && !this.has(name) ? at.number(name) : this.number(name);
    throw new CheckpointError(`${this.file}: ${this.path}rope_type ${type} is not supported.`);
  }

  read<const Table extends FieldTable>(table: Table): Fields<Table> {
    const entries = Object.entries(table).map(([name, [method, field, fallback]]) => [
      name,
      fallback === undefined || this.has(field) ? this[method](field) : fallback,
    ]);
    return Object.fromEntries(entries) as Fields<Table>;
  }

  /** An object whose values are all ids, as a map. */
  ids(name: string): Map<string, number> {
    return new Map(Object.entries(this.object(name).allIds()));
  }

  /** The values themselves, all of them ids. */
  allIds(): Readonly<Record<string, number>> {
    if (!Object.values(this.values).every(isWhole)) for (const name of this.names()) this.id(name);
    return this.values as Readonly<Record<string, number>>;
  }

  #reader<T>(expected: string, fits: (value: unknown) => value is T): (name: string) => T {
    return (name) => {
      const value = this.values[name];
      if (fits(value)) return value;
      const found = JSON.stringify(value)?.slice(0, 60) ?? 'nothing';
      throw new CheckpointError(`${this.file}: ${this.path}${name} must be ${expected}, found ${found}.`);
    };
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a whole number that fits 32 bits. */
function isWhole(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 0x7fffffff;
}

const isCount = (value: unknown): value is number => isWhole(value) && value > 0;

const isCounts = (value: unknown): value is number[] => isListOf(value, isCount) && value.length > 0;

function isListOf<T>(value: unknown, fits: (entry: unknown) => entry is T): value is T[] {
  return Array.isArray(value) && value.every(fits);
}
