import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { VOICES } from '@ownvoice/shared/contract/voices';
import { expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Runs the command against a service that answers every text by this engine. */
async function record(engine: string) {
  const service = createServer((request, response) => {
    if (request.url === '/health') return void response.end('{"variant":"customvoice-0.6b"}');
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => response.setHeader('x-tts-engine', engine).end(JSON.parse(body).voice));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void service.close());
  const folder = await mkdtemp(join(tmpdir(), 'ownvoice-samples-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const command = ['--import', 'tsx', 'scripts/voice-samples.mjs', origin, folder];
  return {
    folder: join(folder, 'customvoice-0.6b'),
    done: promisify(execFile)(process.execPath, command, { cwd: root }),
  };
}

test('npm run samples records the nine voices of the model that speaks', async () => {
  const { folder, done } = await record('qwen3-tts');
  await done;
  expect((await readdir(folder)).sort()).toEqual(VOICES.map(({ id }) => `${id}.wav`).sort());
  expect(await readFile(join(folder, 'ryan.wav'), 'utf8')).toBe('ryan');
});

test('npm run samples takes nothing from the built-in voice', async () => {
  const { folder, done } = await record('builtin');
  await expect(done).rejects.toThrow('Start it with a custom-voice model.');
  expect(await readdir(folder)).toEqual([]);
});
