import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CommandContext } from './command.js';

/** The option, else `TTS_MODELS_DIR`, else `.data/models` at the top of the repository, as for the service. */
export function modelsDir(option: string | undefined, { env, cwd }: CommandContext): string {
  const given = option ?? env.TTS_MODELS_DIR;
  return given ? resolve(cwd, given) : fileURLToPath(new URL('../../../../.data/models', import.meta.url));
}
