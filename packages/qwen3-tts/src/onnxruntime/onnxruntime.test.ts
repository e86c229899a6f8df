import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const sources = fileURLToPath(new URL('../', import.meta.url));
const cli = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const checkpoint = fileURLToPath(new URL('../../../../tests/golden/base-0.6b/checkpoint', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'ownvoice-runtime-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The files that onnxruntime leaves in a home when `node` runs with these arguments. */
function leftAtHome(name: string, ...args: string[]): string[] {
  const home = join(folder, name);
  mkdirSync(home);
  // A variable `CI` would keep it quiet too.
  const { status, stderr } = spawnSync(process.execPath, args, { env: { HOME: home, PATH: process.env.PATH } });
  expect(status, String(stderr)).toBe(0);
  return readdirSync(home, { recursive: true }).map(String);
}

// ASVS 14.2.3
test('onnxruntime makes no id of this machine and collects no telemetry', () => {
  expect(leftAtHome('ours', cli, 'build', checkpoint, '--out', join(folder, 'model'))).toEqual([]);
});

test('no other file imports the runtime', () => {
  const files = readdirSync(sources, { recursive: true }).map(String);
  const direct = files.filter(
    (file) =>
      file.endsWith('.ts') &&
      basename(file) !== 'onnxruntime.ts' &&
      /^import (?!type).* from 'onnxruntime-node'/m.test(readFileSync(join(sources, file), 'utf8')),
  );
  expect(direct).toEqual([]);
});
