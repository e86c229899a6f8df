// What a reference costs the first time and when it is known: `npm run bench -- clone [options of the service]`, for
// instance `npm run bench -- clone --model base-0.6b`. Without options it builds the reduced checkpoint of the tests,
// whose ratio is that of the code, not of a real model. A request is made with the transcript, so that both the speaker
// and the codes of the recording have to be found.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildModel } from '@ownvoice/qwen3-tts';
import { quantile, startSpeechService } from './speech/service.js';

const golden = fileURLToPath(new URL('../../tests/golden/base-0.6b/', import.meta.url));
const ROUNDS = 5;
const SECONDS = 30;
const RATE = 24_000;

/** A recording of `SECONDS`, of another sound each time, so that no earlier one is remembered: 16-bit mono WAV. */
function recording(round: number): Buffer {
  const speech = readFileSync(join(golden, 'reference-3s.wav')).subarray(44);
  const data = Buffer.alloc(SECONDS * RATE * 2);
  for (let at = 0; at < data.length; at += 2) {
    data.writeInt16LE(Math.round(speech.readInt16LE(at % (speech.length & ~1)) * (0.5 + 0.05 * round)), at);
  }
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}

/** Seconds from request to last byte. */
async function clone(origin: string, reference: Buffer): Promise<number> {
  const form = new FormData();
  form.set('input', 'Two words.');
  form.set('reference_text', 'Hello there, how are you today?');
  form.set('seed', '1');
  form.set('reference_audio', new Blob([new Uint8Array(reference)]), `${randomUUID()}.wav`);
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
  await buildModel({ checkpoint: join(golden, 'checkpoint'), out: join(scratch, 'base-0.6b'), precision: 'int8' });
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
  console.log(
    `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.versions.node}`,
  );
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
