import { open } from 'node:fs/promises';
import { encodePcm, encodeWav, placedBlocks, planJoin, silence, wavBytes } from '@ownvoice/audio';
import { SAMPLE_RATE } from '../engines/engine.js';
import type { SpeakableText } from '../synthesis/speech-request.js';
import { piecesOf } from '../synthesis/stream.js';
import { subRip } from '../synthesis/subtitles.js';
import type { PartFile } from './part-file.js';

/**
 * Joins the chunks of a part to a WAV file, as the answer to a request is joined, with one chunk in memory at a time.
 *
 * @param signal stops it; the file is then incomplete
 */
export async function writePart(path: string, part: PartFile, text: SpeakableText, speed: number, signal: AbortSignal) {
  const pieces = piecesOf(text.chunks, speed, (index) => part.speechOf(index));
  const plan = planJoin(pieces, SAMPLE_RATE, text.silence);
  const file = await open(path, 'w', 0o640);
  try {
    // The sizes in the header of a file of 4 GiB and more mean nothing; it is served only as a part of an archive.
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
  } finally {
    await file.close();
  }
  const audioSeconds = plan.length / SAMPLE_RATE;
  const chunkStarts = plan.starts.map((start) => start / SAMPLE_RATE);
  return { bytes: wavBytes(plan.length), audioSeconds, subtitles: subRip(text, { chunkStarts, audioSeconds }, speed) };
}
