import { parseArgs } from 'node:util';

/** The command line is not what the command takes. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What a command needs of the world. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder that relative paths on the command line start from. */
  readonly cwd: string;
  readonly print: (line: string) => void;
  /** Shows how far something is. */
  readonly progress: (label: string, share: number) => void;
  readonly signal: AbortSignal;
}

export interface Command {
  /** As in `pull <variant>`. */
  readonly usage: string;
  readonly summary: string;
  /** Names and meanings of the options that take a value. */
  readonly options: Readonly<Record<string, string>>;
  /** @returns the exit code */
  run(positionals: readonly string[], options: Readonly<Record<string, string>>, around: Surroundings): Promise<number>;
}

/** @throws UsageError */
export async function runCommand(command: Command, args: readonly string[], around: Surroundings): Promise<number> {
  const names = Object.keys(command.options);
  let parsed: { positionals: string[]; values: Record<string, string | boolean | undefined> };
  try {
    parsed = parseArgs({
      args: [...args],
      options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split(/\. /)[0] ?? '') : String(error));
  }
  const values = Object.fromEntries(
    Object.entries(parsed.values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
  return command.run(parsed.positionals, values, around);
}

/** One of a fixed list. @throws UsageError */
export function oneOf<const T extends string>(what: string, value: string | undefined, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value);
  if (found) return found;
  const given = value === undefined ? 'none was given' : `${JSON.stringify(value)} was given`;
  throw new UsageError(`${what} must be one of ${choices.join(', ')}; ${given}`);
}

/** The one positional argument. @throws UsageError */
export function onlyArgument(positionals: readonly string[], what: string): string {
  const [first, ...rest] = positionals;
  if (first === undefined || rest.length > 0) throw new UsageError(`expected ${what}`);
  return first;
}
