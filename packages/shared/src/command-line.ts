import { type ParseArgsConfig, parseArgs } from 'node:util';

/** A command line that is invalid, or names what cannot be used; the message is for its user. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** How many characters have to be changed, inserted or deleted (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, character] of [...from].entries()) {
    const next = [index + 1];
    for (const [at, other] of [...to].entries())
      next.push(Math.min((next[at] ?? 0) + 1, (row[at + 1] ?? 0) + 1, (row[at] ?? 0) + (character === other ? 0 : 1)));
    row = next;
  }
  return row.at(-1) ?? 0;
}

const MAX_TYPOS = 2;
/** ` Did you mean --model?`, or nothing. */
export function didYouMean(typed: string, names: readonly string[]): string {
  const isNear = (name: string) => distance(typed.slice(0, 40), name) <= Math.min(MAX_TYPOS, name.length - 1);
  const [nearest] = names.filter(isNear).sort((left, right) => distance(typed, left) - distance(typed, right));
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`;
}

type OptionsConfig = NonNullable<ParseArgsConfig['options']>;
type Parsed<Options extends OptionsConfig> = { options: Options; allowPositionals: true };

/**
 * Reads options and operands as `node:util` does. Its errors name the option in an English message alone, so mistakes are
 * found here.
 * @throws UsageError
 */
export function readArguments<const Options extends OptionsConfig>(
  args: readonly string[],
  options: Options,
): ReturnType<typeof parseArgs<Parsed<Options>>> {
  const config = { args: [...args], options, allowPositionals: true } as const;
  for (const token of parseArgs({ ...config, strict: false, tokens: true }).tokens) {
    if (token.kind !== 'option') continue;
    const { rawName, value, inlineValue } = token;
    const known = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (known === undefined) {
      const names = Object.keys(options).map((name) => `--${name}`);
      throw new UsageError(`There is no option ${rawName}.${didYouMean(rawName, names)}`);
    }
    if (known.type === 'boolean' && value !== undefined) throw new UsageError(`${rawName} takes no value.`);
    if (known.type !== 'string') continue;
    if (value === undefined) throw new UsageError(`${rawName} needs a value.`);
    if (!inlineValue && /^-./.test(value)) throw new UsageError(`${rawName} needs a value; ${value} is an option.`);
  }
  return parseArgs(config);
}

/** By option; `'true'` for one that takes no value. */
export type OptionValues = Readonly<Record<string, string>>;
/** Options with their meanings. */
type Options = Readonly<Record<string, string>>;

export interface Command<Context> {
  /** Name and operands, as in `pull <variant>`: one in brackets may be absent, and one with `...` repeated. */
  readonly usage: string;
  readonly summary: string;
  /** Those that take a value. */
  readonly options?: Options;
  /** Those that take none. */
  readonly flags?: Options;
  /** @returns the exit code, 0 when absent @throws {UsageError} */
  run(context: Context, operands: readonly string[], options: OptionValues): Promise<number | undefined>;
}

export type Commands<Context> = Readonly<Record<string, Command<Context>>>;

const typed = <Type extends 'string' | 'boolean'>(options: Options, type: Type) =>
  Object.fromEntries(Object.keys(options).map((name) => [name, { type }]));

/** @throws {UsageError} for fewer or more operands than a command takes */
function expectOperands({ usage }: Command<never>, operands: readonly string[]): void {
  const expected = usage
    .replaceAll(/ --\S+ \S+/g, '')
    .split(' ')
    .slice(1);
  const missing = expected[operands.length];
  if (missing !== undefined && !missing.startsWith('[')) throw new UsageError(`${missing} is missing.`);
  if (operands.length > expected.length && !expected.at(-1)?.endsWith('...'))
    throw new UsageError(`There is one operand too many: ${operands[expected.length]}.`);
}

/**
 * Reads the arguments after a program's name, of which the first names a command.
 * @returns runs the command, and returns its exit code
 * @throws {UsageError}
 */
export function readCommand<Context>(commands: Commands<Context>, [name = '', ...rest]: readonly string[]) {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    const meant = didYouMean(name, Object.keys(commands));
    throw new UsageError(`There is no command ${JSON.stringify(name)}; try --help.${meant}`);
  }
  const { options = {}, flags = {} } = command;
  const types = { ...typed(options, 'string'), ...typed(flags, 'boolean') };
  const { positionals: operands, values } = readArguments(rest, types);
  expectOperands(command, operands);
  const texts = Object.fromEntries(Object.entries(values).map(([option, value]) => [option, String(value)]));
  return async (context: Context): Promise<number> => (await command.run(context, operands, texts)) ?? 0;
}

/** Whether arguments ask for the help of a program with commands. */
export const asksForHelp = (args: readonly string[]): boolean =>
  args[0] === 'help' || args.some((arg) => arg === '--help' || arg === '-h');

/** What a program is called with. */
export const commandHelp = (commands: Commands<never>): string =>
  Object.values(commands)
    .map(({ usage, summary, options, flags }) => {
      const lines = Object.entries({ ...options, ...flags }).map(
        ([name, description]) => `      --${name.padEnd(12)} ${description}`,
      );
      return [`  ${usage}`, `      ${summary}`, ...lines].join('\n');
    })
    .join('\n\n');

/** @param what the subject of the error message @throws {UsageError} */
export function oneOf<const T extends string>(what: string, value: string | undefined, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value);
  if (found) return found;
  const given = value === undefined ? 'none was given' : `${JSON.stringify(value)} was given`;
  throw new UsageError(`${what} must be one of ${choices.join(', ')}; ${given}.`);
}
