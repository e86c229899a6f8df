import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Service } from '../processes/launch.js';
import { runSpeech, startSpeech } from '../processes/speech.js';

const VARIANT = 'base-0.6b';
const golden = fileURLToPath(new URL(`../golden/${VARIANT}/`, import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ownvoice-cloned-voice-'));
  await cp(join(golden, 'checkpoint'), join(folder, 'models/checkpoints', VARIANT), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const start = () =>
  startSpeech([
    ...['--model', VARIANT, '--models-dir', join(folder, 'models'), '--device', 'cpu', '--threads', '1'],
    ...['--voice-library', join(folder, 'voices')],
  ]);

/** The file that the official client gets for a voice that it only knows by name. */
async function spoken({ origin }: Service): Promise<Buffer> {
  const client = new OpenAI({ baseURL: `${origin}/v1`, apiKey: 'none is needed', maxRetries: 0 });
  const body = { model: 'tts-1', voice: 'Anna K', input: 'Hello, world.', response_format: 'wav', seed: 5 } as const;
  return Buffer.from(await (await client.audio.speech.create(body)).arrayBuffer());
}

test('the official client speaks with a voice that was cloned once, by its name, after a restart too', async () => {
  const first = await start();
  let before: Buffer;
  try {
    const form = new FormData();
    form.append('name', 'Anna K');
    form.append('consent', 'true');
    form.append('reference_text', 'Hello there, how are you today?');
    form.append('reference_audio', new Blob([await readFile(join(golden, 'reference-3s.wav'))]), 'voice.wav');
    const answer = await fetch(`${first.origin}/v1/voices`, { method: 'POST', body: form });
    expect(answer.status, await answer.clone().text()).toBe(201);
    before = await spoken(first);
  } finally {
    await first.end('SIGTERM');
  }
  expect(before.toString('latin1', 0, 4)).toBe('RIFF');
  const second = await start();
  try {
    expect((await spoken(second)).equals(before)).toBe(true);
  } finally {
    await second.end('SIGTERM');
  }
});

test('a voice library that is no folder ends the start with one sentence and code 2', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  const { code, output } = await runSpeech('--port', '0', '--voice-library', file);
  expect(code).toBe(2);
  expect(output).toMatch(/^ownvoice-tts: The voice library .* cannot be used \(\w+\)\.$/m);
});
