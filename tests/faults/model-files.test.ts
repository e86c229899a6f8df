import { cp, mkdtemp, open, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { childrenOf, isRunning } from '../processes/children.js';
import type { Service } from '../processes/launch.js';
import { startSpeech } from '../processes/speech.js';
import { READY_AGAIN_MS, until } from './harness/until.js';

const VARIANT = 'customvoice-0.6b';
const checkpoint = fileURLToPath(new URL(`../golden/${VARIANT}/checkpoint`, import.meta.url));

let modelsDir: string;
let built: string;
let service: Service;
let spoken: string;
const start = () => startSpeech(['--model', VARIANT, '--models-dir', modelsDir, '--device', 'cpu', '--threads', '1']);
beforeAll(async () => {
  modelsDir = await mkdtemp(join(tmpdir(), 'ownvoice-model-files-'));
  const official = join(modelsDir, 'checkpoints');
  await cp(checkpoint, join(official, VARIANT), { recursive: true });
  service = await start();
  spoken = (await speak()).audio;
  // From now on nothing can build the model again: only its files make it whole.
  await rm(official, { recursive: true });
  const [folder = ''] = (await readdir(modelsDir)).filter((name) => name.startsWith(VARIANT));
  built = join(modelsDir, folder);
});
afterAll(async () => {
  await service?.end('SIGTERM');
  await rm(modelsDir, { recursive: true, force: true });
});

async function speak() {
  const body = JSON.stringify({ input: 'Hello there, this is a test.', seed: 7 });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${service.origin}/v1/audio/speech`, { method: 'POST', headers, body });
  return { status: answer.status, audio: Buffer.from(await answer.arrayBuffer()).toString('base64') };
}
const isReady = async () => (await fetch(`${service.origin}/ready`)).status === 200;
const engine = () => childrenOf(service.pid)[0] ?? 0;

/** The largest file of weights. */
async function weights(): Promise<string> {
  const files = (await readdir(built)).filter((name) => name.endsWith('.data')).map((name) => join(built, name));
  const sizes = await Promise.all(files.map(async (file) => ({ file, size: (await stat(file)).size })));
  return sizes.sort((a, b) => b.size - a.size)[0]?.file ?? '';
}

/** Exchanges the two halves of a file in place. */
async function exchange(file: string): Promise<void> {
  await using handle = await open(file, 'r+');
  const bytes = await handle.readFile();
  const middle = Math.floor(bytes.length / 2);
  await handle.write(Buffer.concat([bytes.subarray(middle), bytes.subarray(0, middle)]), 0, bytes.length, 0);
}

/** As if the file had been verified as it is now. */
async function forgeStamp(file: string): Promise<void> {
  const stampFile = join(built, '.verified.json');
  const stamps = JSON.parse(await readFile(stampFile, 'utf8')) as Record<string, string>;
  const { size, ino, mtimeNs, ctimeNs } = await stat(file, { bigint: true });
  const path = relative(built, file);
  const hash = stamps[path]?.split(':').at(-1);
  await writeFile(stampFile, JSON.stringify({ ...stamps, [path]: [size, ino, mtimeNs, ctimeNs, hash].join(':') }));
}

// attack 81
describe('the files of a loaded model', () => {
  test.each<[how: string, damage: (file: string) => Promise<void>, name?: string]>([
    ['exchanged in place', exchange],
    [
      'written where no warm-up notices, and look as if they had been verified',
      async (file: string) => {
        await using handle = await open(file, 'r+');
        await handle.write(Buffer.alloc(4, 1), 0, 4, (await handle.stat()).size - 4);
        await forgeStamp(file);
      },
      'text-table.data',
    ],
    ['cut', (file: string) => truncate(file, 4096)],
    [
      'replaced',
      async (file: string) => {
        await writeFile(`${file}.new`, Buffer.alloc((await stat(file)).size, 1));
        await rename(`${file}.new`, file);
      },
    ],
  ])(
    'that are %s never make other audio, and the service is ready again once they are as they were',
    async (_, damage) => {
      const file = await weights();
      const copy = join(modelsDir, 'copy');
      await cp(file, copy);
      await damage(file);
      expect((await speak()).status).toBe(503);
      await until('it is not ready', async () => !(await isReady()), READY_AGAIN_MS);
      expect((await speak()).status).toBe(503);
      await cp(copy, file);
      await until('it is ready again', isReady, READY_AGAIN_MS);
      expect(await speak()).toEqual({ status: 200, audio: spoken });
    },
  );

  test('that are changed while nobody speaks make it unready', async () => {
    const file = await weights();
    await cp(file, join(modelsDir, 'copy'));
    await exchange(file);
    await until('it is not ready', async () => !(await isReady()), READY_AGAIN_MS);
    await cp(join(modelsDir, 'copy'), file);
    await until('it is ready again', isReady, READY_AGAIN_MS);
    expect(await speak()).toEqual({ status: 200, audio: spoken });
  });
});

test('an engine that is stopped while its service is killed ends when it wakes', async () => {
  const stopped = engine();
  process.kill(stopped, 'SIGSTOP');
  await service.end('SIGKILL');
  expect(isRunning(stopped)).toBe(true);
  process.kill(stopped, 'SIGCONT');
  await until('the engine has ended', () => !isRunning(stopped), 10_000);
});
