import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS } from '@ownvoice/auth/dist/commands/command-line.js';
import { expect, test } from 'vitest';
import { found, PAGES, ROOT, read } from './pages.js';

const pages = PAGES.map(read).join('\n');
const documented = (program: string) => found(pages, new RegExp(`npm run ${program} -- ([a-z][a-z-]+)`, 'g')).sort();

test('documents name scripts of npm that exist', () => {
  const scripts = ['build', 'start', ...Object.keys(JSON.parse(read('package.json')).scripts)];
  expect(found(pages, /npm run ([a-z][a-z0-9:]*)/g).filter((name) => !scripts.includes(name))).toEqual([]);
});

test('documents name every benchmark and no other', () => {
  const benches = readdirSync(join(ROOT, 'packages/lab/src/bench')).flatMap(
    (name) => /^([a-z-]+)\.ts$/.exec(name)?.[1] ?? [],
  );
  expect(documented('bench')).toEqual(benches.sort());
});

test('documents name every command of the model and no other', () => {
  const main = join(ROOT, 'packages/lab/dist/cli/main.js');
  const { stdout } = spawnSync(process.execPath, [main, '--help'], { encoding: 'utf8' });
  expect(documented('model')).toEqual(found(stdout, /^ {2}([a-z]+)\b/gm).sort());
});

test('documents name commands of the administrator that exist', () => {
  expect(documented('admin').filter((name) => !(name in COMMANDS))).toEqual([]);
});
