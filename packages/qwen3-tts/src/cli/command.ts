import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command, Commands } from '@ownvoice/shared/command-line';

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

export type ModelCommand = Command<CommandContext>;
export type ModelCommands = Commands<CommandContext>;

export const MODELS_DIR_OPTION = {
  'models-dir': 'folder of the models (default: TTS_MODELS_DIR, else .data/models)',
} as const;

/** The option, else `TTS_MODELS_DIR`, else `.data/models` at the top of the repository, as for the service. */
export function modelsDir(option: string | undefined, { env, cwd }: CommandContext): string {
  const given = option ?? env.TTS_MODELS_DIR;
  return given ? resolve(cwd, given) : fileURLToPath(new URL('../../../../.data/models', import.meta.url));
}
