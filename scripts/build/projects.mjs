import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** Folders that hold no sources. */
const OUTPUTS = new Set(['node_modules', 'dist', 'dist-app', 'dist-types', 'generated', 'golden', 'results']);

/** The TypeScript project in `folder` and all that it references, by folder; the root's `.` references every project. */
export function projectsOf(folder, found = new Map()) {
  if (found.has(folder)) return found;
  const { compilerOptions = {}, references = [] } = JSON.parse(
    readFileSync(join(root, folder, 'tsconfig.json'), 'utf8'),
  );
  const { rootDir, outDir } = compilerOptions;
  found.set(folder, outDir && { sources: join(folder, rootDir), outputs: join(folder, outDir) });
  for (const { path } of references) projectsOf(join(folder, path), found);
  return found;
}

/** Every file at or below `path`, outputs left out, in an order that depends on the names alone. */
function* filesOf(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return;
  if (!stat.isDirectory()) yield { path, stat };
  else for (const name of readdirSync(path).sort()) if (!OUTPUTS.has(name)) yield* filesOf(join(path, name));
}

/** Changes when a file at or below one of the paths is written, added, removed or renamed. */
export function fingerprint(paths) {
  const hash = createHash('sha256');
  for (const path of paths)
    for (const { path: file, stat } of filesOf(join(root, path)))
      hash.update(`${file}\0${stat.size}\0${stat.mtimeMs}\0`);
  return hash.digest('base64url');
}

const COMPILED = /\.(js|d\.ts)(\.map)?$/;

/** Removes what the compiler once made from sources that are gone, so that nothing can load it. */
export function removeStale({ sources, outputs }) {
  for (const entry of readdirSync(join(root, outputs), { withFileTypes: true })) {
    const [source, output] = [join(sources, entry.name), join(outputs, entry.name)];
    if (entry.isDirectory()) removeStale({ sources: source, outputs: output });
    else if (
      COMPILED.test(entry.name) &&
      !['.ts', '.tsx'].some((end) => existsSync(join(root, source.replace(COMPILED, end))))
    )
      rmSync(join(root, output));
  }
}
