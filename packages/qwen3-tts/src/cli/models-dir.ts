import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Surroundings } from './command.js';

/** The option, else `TTS_MODELS_DIR`, else `.data/models` at the top of the repository: where the service looks too. */
export function modelsDir(option: string | undefined, { env, cwd }: Surroundings): string {
  const given = option ?? env.TTS_MODELS_DIR;
  return given ? resolve(cwd, given) : fileURLToPath(new URL('../../../../.data/models', import.meta.url));
}
