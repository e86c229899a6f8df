import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments, UsageError } from '@ownvoice/shared/command-line';

export { UsageError };

/** The environment of a command. */
export interface CommandContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder of relative paths. */
  readonly cwd: string;
  readonly print: (line: string) => void;
  /** Shows progress, 0 … 1. */
  readonly progress: (label: string, share: number) => void;
  /** Asks at a terminal; false where there is none. */
  readonly confirm: (question: string) => Promise<boolean>;
  readonly signal: AbortSignal;
}

export interface Command {
  /** As in `pull <variant>`. */
  readonly usage: string;
  readonly summary: string;
  /** The options, which all take a value, with their meanings. */
  readonly options: Readonly<Record<string, string>>;
  /** Options without a value, with their meanings; `run` gets the ones that are given as `true`. */
  readonly flags?: Readonly<Record<string, string>>;
  /** @returns the exit code */
  run(
    positionals: readonly string[],
    options: Readonly<Record<string, string>>,
    context: CommandContext,
  ): Promise<number>;
}

/** @throws UsageError */
export async function runCommand(command: Command, args: readonly string[], context: CommandContext): Promise<number> {
  const parsed = readArguments(
    args,
    Object.fromEntries([
      ...Object.keys(command.options).map((name) => [name, { type: 'string' as const }]),
      ...Object.keys(command.flags ?? {}).map((name) => [name, { type: 'boolean' as const }]),
    ]),
  );
  const values = Object.fromEntries(
    Object.entries(parsed.values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  return command.run(parsed.positionals, values, context);
}

/** @param what the subject of the error message @throws UsageError */
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

export const MODELS_DIR_OPTION = {
  'models-dir': 'folder of the models (default: TTS_MODELS_DIR, else .data/models)',
} as const;

/** The option, else `TTS_MODELS_DIR`, else `.data/models` at the top of the repository, as for the service. */
export function modelsDir(option: string | undefined, { env, cwd }: CommandContext): string {
  const given = option ?? env.TTS_MODELS_DIR;
  return given ? resolve(cwd, given) : fileURLToPath(new URL('../../../../.data/models', import.meta.url));
}
