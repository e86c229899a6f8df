import { type MonoAudio, readWavHeader, readWavSamples, WavError } from '@ownvoice/audio';
import { checkNotTooLong, checkNotTooShort, checkStreamParameters } from './limits.js';
import { UnreadableAudio } from './unreadable-audio.js';

/**
 * Decodes a complete WAV file without trailing data. Lengths are checked against the file and the limits before a sample
 * is read.
 *
 * @returns mono, nominally in [-1, 1]
 * @throws UnreadableAudio
 */
export function decodeWav(bytes: Uint8Array): MonoAudio {
  try {
    const header = readWavHeader(bytes);
    if (header.hasTrailingData) throw new UnreadableAudio('The WAV file is followed by other data.');
    if (header.isTruncated) throw new UnreadableAudio('The WAV file ends before its samples do.');
    checkStreamParameters(header);
    checkNotTooLong(header.frames / header.sampleRate);
    checkNotTooShort(header.frames / header.sampleRate);
    return { samples: readWavSamples(bytes, header), sampleRate: header.sampleRate };
  } catch (error) {
    throw error instanceof WavError ? new UnreadableAudio(error.message, { cause: error }) : error;
  }
}
