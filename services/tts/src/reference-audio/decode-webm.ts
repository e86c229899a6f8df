import type { MonoAudio } from '@ownvoice/audio';
import { OpusDecoder } from 'opus-decoder';
import { checkNotTooShort, checkStreamParameters } from './limits.js';
import { MonoCollector } from './mono-collector.js';
import { OPUS_RATE } from './opus-packets.js';
import { UnreadableAudio } from './unreadable-audio.js';
import { readWebm } from './webm-packets.js';

/** At most six seconds of audio. */
const BATCH_PACKETS = 50;

/**
 * Decodes a WebM file with one stream of Opus and mixes it to one channel. Its length is known before it is decoded.
 *
 * @returns mono, nominally in [-1, 1]
 * @throws UnreadableAudio
 */
export async function decodeWebm(bytes: Uint8Array): Promise<MonoAudio> {
  const { head, packets, seconds } = readWebm(bytes);
  const parameters = { sampleRate: OPUS_RATE, channels: head.channels };
  checkStreamParameters(parameters);
  checkNotTooShort(seconds);
  const decoder = new OpusDecoder({
    preSkip: head.preSkip,
    channels: head.channels,
    ...head.mapping,
  });
  try {
    await decoder.ready;
    const mono = new MonoCollector(parameters);
    for (let at = 0; at < packets.length; at += BATCH_PACKETS) {
      mono.add(decoder.decodeFrames(packets.slice(at, at + BATCH_PACKETS)));
    }
    return mono.finish(0);
  } catch (error) {
    if (error instanceof UnreadableAudio) throw error;
    throw new UnreadableAudio('The Opus data is damaged.', { cause: error });
  } finally {
    decoder.free();
  }
}
