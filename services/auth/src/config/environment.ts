import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import type { Environment } from '@ownvoice/shared/settings';

/** The folder that holds `prisma/`: the repository, or the service's own folder in an image. */
export function projectRoot(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'prisma', 'migrations'))) return folder;
    if (folder === dirname(folder)) throw new Error('prisma/migrations is in no folder above the service.');
  }
}

/** The environment; in development `.env` fills in the variables that are not set. */
export function withDotEnv(environment: Environment, root: string): Environment {
  const file = join(root, '.env');
  if ((environment.NODE_ENV || 'development') !== 'development' || !existsSync(file)) return environment;
  return { ...parseEnv(readFileSync(file, 'utf8')), ...environment };
}
