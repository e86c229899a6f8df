import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

interface Projects {
  fingerprint(paths: readonly string[]): string;
  removeStale(project: { readonly sources: string; readonly outputs: string }): void;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const { fingerprint, removeStale } = (await import(`${root}scripts/build/projects.mjs`)) as Projects;

let folder: string;
const at = (path: string) => join(root, folder, path);
function write(path: string) {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), '');
}
beforeEach(() => {
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
  folder = relative(root, mkdtempSync(join(root, 'node_modules/.cache/build-test-')));
});
afterEach(() => rmSync(join(root, folder), { recursive: true }));

describe('a project is built again', () => {
  test.each([
    ['written', () => writeFileSync(at('src/a.ts'), 'export {};')],
    ['added', () => write('src/folder/c.ts')],
    ['removed', () => rmSync(at('src/b.ts'))],
    ['renamed', () => renameSync(at('src/b.ts'), at('src/c.ts'))],
  ])('a project is built again when a source is %s', (_what, change) => {
    write('src/a.ts');
    write('src/b.ts');
    const before = fingerprint([folder]);
    expect(fingerprint([folder])).toBe(before);
    change();
    expect(fingerprint([folder])).not.toBe(before);
  });

  test('a project is not built again when an output is newer', () => {
    write('src/a.ts');
    const before = fingerprint([folder]);
    write('dist/a.js');
    expect(fingerprint([folder])).toBe(before);
  });
});

test('what was compiled from a source that is gone is removed, and nothing else', () => {
  for (const path of ['src/kept.ts', 'src/page.tsx', 'src/gone/kept.ts']) write(path);
  const kept = ['kept.js', 'kept.d.ts', 'kept.js.map', 'page.js', 'gone/kept.js', 'tsconfig.tsbuildinfo'];
  const gone = ['gone.js', 'gone.d.ts', 'gone.d.ts.map', 'gone/gone.js', 'gone.test.js'];
  for (const path of [...kept, ...gone]) write(`dist/${path}`);
  removeStale({ sources: join(folder, 'src'), outputs: join(folder, 'dist') });
  expect(kept.filter((path) => !existsSync(at(`dist/${path}`)))).toEqual([]);
  expect(gone.filter((path) => existsSync(at(`dist/${path}`)))).toEqual([]);
});
