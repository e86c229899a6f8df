import { type MonoAudio, Resampler } from '@ownvoice/audio';
import { MAX_REFERENCE_SECONDS } from '@ownvoice/shared/contract';
import { decodeCompressed } from './decode-compressed.js';
import { decodeWav } from './decode-wav.js';
import { decodeWebm } from './decode-webm.js';
import { checkNotTooShort } from './limits.js';
import { checkRecording } from './reference-rules.js';
import { type AudioFormat, sniffAudio } from './sniff.js';
import { UnreadableAudio } from './unreadable-audio.js';

/** A recording of a voice, ready for an engine. */
export interface DecodedReference {
  /** Mono, 24 kHz. */
  readonly samples: Float32Array;
  readonly seconds: number;
  readonly format: AudioFormat;
}

const SAMPLE_RATE = 24_000;
const SUPPORTED = 'WAV, MP3, FLAC, Ogg Vorbis, Ogg Opus and WebM with Opus can be read';
const INSTEAD = 'save or record it in one of these';

/**
 * Decodes an uploaded file to 24 kHz mono, 3 to 60 seconds. The decoders are synchronous: call it off the main thread.
 *
 * @throws UnreadableAudio with a sentence for the client
 */
export async function decodeAudio(bytes: Uint8Array): Promise<DecodedReference> {
  if (bytes.length === 0) throw new UnreadableAudio('The audio file is empty.');
  const sniffed = sniffAudio(bytes);
  if (sniffed.kind === 'unsupported') {
    throw new UnreadableAudio(`The file is ${sniffed.known}, which is not supported; ${SUPPORTED}: ${INSTEAD}.`);
  }
  if (sniffed.kind === 'unknown') throw new UnreadableAudio(`The file is not in a known audio format; ${SUPPORTED}.`);
  const { format } = sniffed;
  const { samples: recorded, sampleRate } = await decode(bytes, format);
  checkNotTooShort(recorded.length / sampleRate);
  checkRecording(recorded, sampleRate);
  const samples = new Resampler(sampleRate, SAMPLE_RATE)
    .resample(recorded)
    .subarray(0, MAX_REFERENCE_SECONDS * SAMPLE_RATE);
  return { samples, seconds: samples.length / SAMPLE_RATE, format };
}

async function decode(bytes: Uint8Array, format: AudioFormat): Promise<MonoAudio> {
  if (format === 'wav') return decodeWav(bytes);
  return format === 'webm' ? decodeWebm(bytes) : decodeCompressed(bytes, format);
}
