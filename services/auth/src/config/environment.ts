import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The folder that holds `prisma/`: the repository, or the service's own folder in an image. */
export function projectRoot(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'prisma', 'migrations'))) return folder;
    if (folder === dirname(folder)) throw new Error('prisma/migrations is missing beside the service.');
  }
}

/** The environment, with what `.env` adds to it in development: a variable that is set wins over the file. */
export function withDotEnv(environment: Environment, root: string): Environment {
  const file = join(root, '.env');
  if ((environment.NODE_ENV || 'development') !== 'development' || !existsSync(file)) return environment;
  return { ...parseEnv(readFileSync(file, 'utf8')), ...environment };
}
