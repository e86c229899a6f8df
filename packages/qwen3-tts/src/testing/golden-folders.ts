import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The golden cases that lie in the repository: every folder with a `cases.json`. */
export function goldenFolders(): { name: string; folder: string }[] {
  const root = fileURLToPath(new URL('../../../../tests/golden/', import.meta.url));
  return readdirSync(root)
    .map((name) => ({ name, folder: join(root, name) }))
    .filter(({ folder }) => existsSync(join(folder, 'cases.json')));
}
