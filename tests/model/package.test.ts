import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../../', import.meta.url));
const checkpoint = join(repository, 'tests/golden/customvoice-0.6b/checkpoint');

const PROGRAM = `
import { writeFile } from 'node:fs/promises';
import { buildModel, encodeFloatWav, ModelWorker } from '@ownvoice/qwen3-tts';

await buildModel({ checkpoint: ${JSON.stringify(checkpoint)}, out: 'model', precision: 'int8' });
const model = await ModelWorker.load({ folder: 'model', threads: 1 });
const input = { kind: 'custom_voice', text: 'The kettle is on.', speaker: 'ryan', language: 'English' };
const pieces = [];
const onAudio = (samples) => pieces.push(samples.length);
const { samples } = await model.synthesize(input, { seed: 7, maxNewTokens: 20, onAudio });
await writeFile('hello.wav', encodeFloatWav(samples, model.info.sampleRate));
await model.close();
console.log(JSON.stringify({ pieces, samples: samples.length }));
`;

/** An empty folder that is in no repository. */
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ownvoice-package-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the packed model installs into an empty folder and speaks there, in a worker thread', {
  timeout: 600_000,
}, async ({ skip }) => {
  await run(process.execPath, [join(repository, 'packages/qwen3-tts/pack.mjs'), folder]);
  const [archive = ''] = await readdir(folder);
  expect(archive).toMatch(/\.tgz$/);
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  const missing = await run('npm', ['install', ...options, `./${archive}`], { cwd: folder }).then(
    () => undefined,
    ({ stderr }: { stderr: string }) => stderr,
  );
  // Packages that are not in npm's cache come from a registry.
  if (missing !== undefined && /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENOTCACHED/.test(missing)) {
    console.warn(
      'skipped: the package is not installed, because npm reaches no registry and its cache lacks a package',
    );
    return skip('npm reaches no registry, and its cache lacks a package');
  }
  expect(missing).toBeUndefined();
  await writeFile(join(folder, 'speak.js'), PROGRAM);
  const { stdout } = await run(process.execPath, ['speak.js'], { cwd: folder });
  const { pieces, samples } = JSON.parse(stdout) as { pieces: number[]; samples: number };
  expect(pieces.length).toBeGreaterThan(1);
  expect(new Set(pieces.slice(0, -1))).toEqual(new Set([8 * 1920]));
  expect(pieces.reduce((sum, length) => sum + length, 0)).toBe(samples);
  const wav = await readFile(join(folder, 'hello.wav'));
  expect(wav.toString('latin1', 0, 4)).toBe('RIFF');
  expect(wav.length).toBeGreaterThan(2 * samples);
});
