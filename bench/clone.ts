import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encodeWav, readWav } from '@ownvoice/audio';
import { buildModel } from '@ownvoice/qwen3-tts';
import { machine } from './report/machine.js';
import { answerHelp } from './report/usage.js';
import { quantile, startSpeechService } from './speech/service.js';

answerHelp(`usage: npm run bench -- clone [OPTION...]

How long a voice clone takes with a new reference recording and with a known one. Each request carries the transcript, so
that both the speaker embedding and the codes of the recording are needed. The options are the speech service's, for
instance --model base-0.6b; without any, the reduced checkpoint of the tests is built, whose ratio says something about
the code but nothing about a real model. SPEECH_ORIGIN names a service that is already running.`);

const GOLDEN = fileURLToPath(new URL('../../tests/golden/base-0.6b/', import.meta.url));
const ROUNDS = 5;
const SECONDS = 30;
const SAMPLE_RATE = 24_000;

/** A WAV recording of `SECONDS`. Its level differs from round to round, so that the service knows none of them yet. */
function recording(round: number): Uint8Array<ArrayBuffer> {
  const speech = readWav(readFileSync(join(GOLDEN, 'reference-3s.wav'))).samples;
  const gain = 0.5 + 0.05 * round;
  const samples = Float32Array.from(
    { length: SECONDS * SAMPLE_RATE },
    (_, n) => gain * (speech[n % speech.length] ?? 0),
  );
  return Buffer.concat([...encodeWav([samples], samples.length, SAMPLE_RATE)]);
}

/** Seconds from request to last byte. */
async function clone(origin: string, reference: Uint8Array<ArrayBuffer>): Promise<number> {
  const form = new FormData();
  form.set('input', 'Two words.');
  form.set('reference_text', 'Hello there, how are you today?');
  form.set('seed', '1');
  form.set('reference_audio', new Blob([reference]), `${randomUUID()}.wav`);
  const before = performance.now();
  const answer = await fetch(`${origin}/v1/audio/voice-clone`, { method: 'POST', body: form });
  const bytes = await answer.arrayBuffer();
  if (answer.status !== 200)
    throw new Error(`answered ${answer.status}: ${Buffer.from(bytes).toString('utf8', 0, 300)}`);
  return (performance.now() - before) / 1000;
}

const given = process.argv.slice(2);
const scratch = given.length === 0 ? mkdtempSync(join(tmpdir(), 'ownvoice-clone-')) : undefined;
if (scratch)
  await buildModel({ checkpoint: join(GOLDEN, 'checkpoint'), out: join(scratch, 'base-0.6b'), precision: 'int8' });
const service = await startSpeechService(scratch ? ['--model', 'base-0.6b', '--models-dir', scratch] : given);
try {
  await clone(service.origin, recording(-1));
  const first: number[] = [];
  const known: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const reference = recording(round);
    first.push(await clone(service.origin, reference));
    known.push(await clone(service.origin, reference));
  }
  const health = (await (await fetch(`${service.origin}/health`)).json()) as Record<string, unknown>;
  console.log(machine());
  console.log(
    `variant ${health.variant}, precision ${health.precision}, a reference of ${SECONDS} s, median of ${ROUNDS}`,
  );
  const [a, b] = [quantile(first, 0.5), quantile(known, 0.5)];
  console.log(`a new reference   ${a.toFixed(3)} s`);
  console.log(`a known reference ${b.toFixed(3)} s, ${(b / a).toFixed(2)} of the first`);
} finally {
  await service.stop();
  if (scratch) rmSync(scratch, { recursive: true, force: true });
}
