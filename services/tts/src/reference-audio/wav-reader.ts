import { checkNotTooLong, checkNotTooShort, checkShape, type StreamShape } from './limits.js';
import { startsWith } from './sniff.js';
import { UnreadableAudio } from './unreadable-audio.js';
import { sampleReader } from './wav-samples.js';

interface WavLayout extends StreamShape {
  /** How one sample is stored. */
  readonly encoding: 'pcm' | 'float' | 'a-law' | 'mu-law';
  readonly bytesPerSample: number;
}

/** Audio as it was recorded, mixed to one channel. */
export interface MonoAudio {
  readonly samples: Float32Array;
  /** In Hz. */
  readonly sampleRate: number;
}

const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
/** Written by programs that do not know the length when they begin. */
const STREAMED = 0xffff_ffff;
const EXTENSIBLE = 0xfffe;

/**
 * Reads a RIFF/WAVE file: PCM of 8, 16, 24 and 32 bits, float of 32 and 64, A-law and µ-law, plain or extensible.
 * Lengths are checked against the file and the limits before a sample is read.
 *
 * @returns mono, in the scale of [-1, 1]
 * @throws UnreadableAudio
 */
export function readWav(bytes: Uint8Array): MonoAudio {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { format, data } = findChunks(view, bytes);
  const { sampleRate, channels, encoding, bytesPerSample } = format;
  const frameBytes = bytesPerSample * channels;
  const frames = Math.floor(data.length / frameBytes);
  if (frames === 0) throw new UnreadableAudio('The WAV file holds no samples.');
  checkNotTooLong(frames / sampleRate);
  checkNotTooShort(frames / sampleRate);
  const read = sampleReader(view, encoding, bytesPerSample);
  const samples = new Float32Array(frames);
  for (let frame = 0; frame < frames; frame += 1) {
    const start = data.start + frame * frameBytes;
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1) sum += read(start + channel * bytesPerSample);
    samples[frame] = sum / channels;
  }
  return { samples, sampleRate };
}

function findChunks(view: DataView, bytes: Uint8Array): { format: WavLayout; data: { start: number; length: number } } {
  const riffEnd = RIFF_HEADER_BYTES - 4 + view.getUint32(4, true);
  const declared = view.getUint32(4, true);
  // One byte of padding is usual; anything more is another file that travels with this one.
  if (declared !== 0 && declared !== STREAMED && riffEnd + 1 < bytes.length) {
    throw new UnreadableAudio('There is other data behind the end of the WAV file.');
  }
  let format: WavLayout | undefined;
  for (let at = RIFF_HEADER_BYTES; at + CHUNK_HEADER_BYTES <= bytes.length; ) {
    const length = view.getUint32(at + 4, true);
    const start = at + CHUNK_HEADER_BYTES;
    if (startsWith(bytes, at, 'data')) {
      if (!format) throw new UnreadableAudio('The WAV file does not say how its samples are stored.');
      const available = bytes.length - start;
      if (length !== STREAMED && length > available) {
        throw new UnreadableAudio('The WAV file ends before its samples do.');
      }
      return { format, data: { start, length: Math.min(length, available) } };
    }
    if (start + length > bytes.length) break;
    if (startsWith(bytes, at, 'fmt ')) format = readLayout(view, start, length);
    at = start + length + (length % 2);
  }
  throw new UnreadableAudio('The WAV file holds no samples.');
}

function readLayout(view: DataView, start: number, length: number): WavLayout {
  if (length < 16) throw new UnreadableAudio('The header of the WAV file is too short.');
  const tag = view.getUint16(start, true);
  const channels = view.getUint16(start + 2, true);
  const sampleRate = view.getUint32(start + 4, true);
  const bits = view.getUint16(start + 14, true);
  checkShape({ sampleRate, channels });
  // The first two bytes of an extensible header's sub-format are the tag that a plain header would have.
  const encoding = encodingOf(tag === EXTENSIBLE && length >= 26 ? view.getUint16(start + 24, true) : tag);
  const bytesPerSample = Math.ceil(bits / 8);
  const allowed = { pcm: [1, 2, 3, 4], float: [4, 8], 'a-law': [1], 'mu-law': [1] }[encoding];
  if (!allowed.includes(bytesPerSample)) {
    throw new UnreadableAudio(`WAV files with ${encoding} samples of ${bits} bits cannot be read.`);
  }
  if (view.getUint16(start + 12, true) !== bytesPerSample * channels) {
    throw new UnreadableAudio('The header of the WAV file contradicts itself.');
  }
  return { encoding, channels, sampleRate, bytesPerSample };
}

function encodingOf(tag: number): WavLayout['encoding'] {
  if (tag === 1) return 'pcm';
  if (tag === 3) return 'float';
  if (tag === 6) return 'a-law';
  if (tag === 7) return 'mu-law';
  throw new UnreadableAudio(
    `The WAV file uses the compression 0x${tag.toString(16).padStart(4, '0')}; PCM, float, A-law and mu-law can be read.`,
  );
}
