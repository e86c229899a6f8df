import { open, rename } from 'node:fs/promises';
import { encodePcm, encodeWav, placedBlocks, planJoin, silence, wavBytes } from '@ownvoice/audio';
import { SAMPLE_RATE } from '../engines/engine.js';
import { apiError } from '../errors.js';
import type { Semaphore } from '../semaphore.js';
import { type SpeakableText, type SpeechRequest, speakerOfChunk } from '../synthesis/speech-request.js';
import { piecesOf } from '../synthesis/stream.js';
import { subRip, withSpeakers } from '../synthesis/subtitles.js';
import type { Synthesizer } from '../synthesis/synthesizer.js';
import type { JobManifest, JobPart, Room } from './job.js';
import type { TakenPart } from './job-queue.js';
import type { JobStore } from './job-store.js';
import { fingerprintOf, PartFile } from './part-file.js';

export interface PartSpeaker {
  readonly store: JobStore;
  readonly synthesizer: Pick<Synthesizer, 'cutInBackground' | 'speakInBackground' | 'realTimeFactor'>;
  readonly room: Room;
  /** What a part asks for. @returns undefined when its voice is gone */
  readonly requestOf: (part: JobPart, job: JobManifest, input: string) => Promise<SpeechRequest | undefined>;
  /** Parts begin one by one, in their order: none overtakes an earlier one, or the one that writes who speaks. */
  readonly beginning: Semaphore;
}

const voiceGone = (voice: string) => apiError('voice_gone', { parameters: { voice } });

/**
 * Speaks a part chunk by chunk onto the disk, what is not there yet, and joins it to its file and its subtitles.
 *
 * @param stopped ends it; what is written stays for the next time
 * @throws ApiError when its voice is gone or every chunk fails; LeaseLost; an error for which `isNoRoom` holds
 */
export async function speakPart(
  { store, synthesizer, room, requestOf, beginning }: PartSpeaker,
  { job, n, part, engine, stem, progress }: TakenPart,
  stopped: AbortSignal,
): Promise<void> {
  const { manifest, state } = job;
  const { id } = manifest;
  const accepted = manifest.parts[n - 1]!;
  const { request, text, file } = await beginning.run(async () => {
    await progress();
    const asked = await requestOf(accepted, manifest, await store.text(id, n));
    if (!asked) throw voiceGone(accepted.voice.id);
    // The older job first, and within it the earlier part.
    const rank = manifest.createdAt * 1_000 + n;
    const request = { ...asked, seed: manifest.seed + part.take, rank };
    const text = await synthesizer.cutInBackground(request, stopped, { engine });
    const fingerprint = fingerprintOf([state.speaker, text, request.speed, request.seed]);
    return { request, text, file: await PartFile.open(store.file(id, stem, 'chunks'), fingerprint) };
  }, stopped);
  const failure = new AbortController();
  const signal = AbortSignal.any([stopped, failure.signal]);
  const count = () => {
    part.chunks = { total: text.chunks.length, ...file.count };
    part.bytes = file.bytes;
  };
  try {
    count();
    let writing = Promise.resolve();
    const missing = [...text.chunks.keys()].filter((at) => !file.has(at));
    if (missing.length > 0)
      await synthesizer.speakInBackground(request, text, missing, engine, signal, (chunk, at) => {
        writing = writing
          .then(async () => {
            const { voice } = speakerOfChunk(request, text.chunks[at]!);
            if (voice.kind === 'library' && !(await voice.isKept())) throw voiceGone(voice.id);
            await room.expect((chunk.speech?.samples.length ?? 0) * 2);
            await file.append(at, chunk);
            count();
            await progress();
          })
          .catch((error: unknown) => failure.abort(error));
      });
    await writing;
    signal.throwIfAborted();
    if (file.count.skipped === text.chunks.length) throw apiError('every_chunk_failed');
    await room.expect(file.bytes);
    const path = store.file(id, stem, 'wav');
    const { subtitles, ...written } = await writePart(path, file, withSpeakers(request, text), request.speed, signal);
    // Nobody else has it yet.
    await progress();
    await rename(path, store.file(id, n, 'wav'));
    await store.saveSubtitles(id, n, subtitles);
    stopped.throwIfAborted();
    Object.assign(part, written);
  } finally {
    await file.close();
  }
}

/**
 * Joins the chunks of a part to a WAV file, as the answer to a request is joined, with one chunk in memory at a time.
 *
 * @param signal stops it; the file is then incomplete
 */
export async function writePart(path: string, part: PartFile, text: SpeakableText, speed: number, signal: AbortSignal) {
  const pieces = piecesOf(text.chunks, speed, (index) => part.speechOf(index));
  const plan = planJoin(pieces, SAMPLE_RATE, text.silence);
  await using file = await open(path, 'w', 0o640);
  // The sizes in the header of a file of 4 GiB and more mean nothing; every route refuses such a file.
  for (const bytes of encodeWav([], plan.length, SAMPLE_RATE)) await file.writeFile(bytes);
  for (const bytes of encodePcm(silence(plan.silenceBefore))) await file.writeFile(bytes);
  let heard = 0;
  for (const [index, { speech }] of pieces.entries()) {
    const place = speech && plan.places[heard++];
    if (!place) continue;
    signal.throwIfAborted();
    const chunk = await part.read(index);
    if (!chunk.speech) continue;
    for (const bytes of encodePcm(placedBlocks(chunk.speech, place, SAMPLE_RATE))) await file.writeFile(bytes);
  }
  await file.sync();
  const audioSeconds = plan.length / SAMPLE_RATE;
  const chunkStarts = plan.starts.map((start) => start / SAMPLE_RATE);
  return { bytes: wavBytes(plan.length), audioSeconds, subtitles: subRip(text, { chunkStarts, audioSeconds }, speed) };
}
