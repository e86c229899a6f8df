/** Mono audio. */
export interface MonoAudio {
  /** In the scale of [-1, 1]. */
  readonly samples: Float32Array;
  /** In Hz. */
  readonly sampleRate: number;
}

/** How samples are stored; PCM of one byte is unsigned. */
type SampleEncoding = 'pcm' | 'float';

/** What a WAV file says of itself; whether it is plausible is for the caller to check. */
export interface WavHeader {
  /** In Hz. */
  readonly sampleRate: number;
  readonly channels: number;
  readonly encoding: SampleEncoding;
  readonly bytesPerSample: number;
  /** Bytes of one sample of every channel, as the header says. */
  readonly blockAlign: number;
  /** Where the samples begin, in bytes. */
  readonly dataStart: number;
  /** Samples of each channel that are there. */
  readonly frames: number;
  /** Whether the file ends before the samples that it announces do. */
  readonly isTruncated: boolean;
  /** Whether more than a byte of padding follows the file's announced end. */
  readonly hasTrailingData: boolean;
}

/** Why bytes are no WAV file that can be read, in one sentence. */
export class WavError extends Error {
  override readonly name = 'WavError';
}

const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const SHORTEST_FORMAT_BYTES = 16;
/** Written by programs that do not know the length when they begin. */
const STREAMED = 0xffff_ffff;
const EXTENSIBLE = 0xfffe;
const ENCODINGS: ReadonlyMap<number, SampleEncoding> = new Map([
  [1, 'pcm'],
  [3, 'float'],
]);
const SAMPLE_BYTES: Readonly<Record<SampleEncoding, readonly number[]>> = { pcm: [1, 2, 3, 4], float: [4, 8] };

/**
 * Reads a RIFF/WAVE file: PCM of 8, 16, 24 and 32 bits, float of 32 and 64, plain or extensible. What is there of a file that
 * was cut off is read.
 *
 * @returns the channels averaged
 * @throws WavError
 * @see Microsoft, "Multimedia Programming Interface and Data Specifications 1.0", WAVE form
 */
export function readWav(bytes: Uint8Array): MonoAudio {
  const header = readWavHeader(bytes);
  return { samples: readWavSamples(bytes, header), sampleRate: header.sampleRate };
}

/**
 * Reads the header alone, so that a caller can hold it to limits before a sample is read.
 *
 * @throws WavError
 */
export function readWavHeader(bytes: Uint8Array): WavHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!hasTag(bytes, 0, 'RIFF') || !hasTag(bytes, 8, 'WAVE')) throw new WavError('The file is no WAV file.');
  const announced = view.getUint32(4, true);
  const riffEnd = announced === 0 || announced === STREAMED ? bytes.length : CHUNK_HEADER_BYTES + announced;
  let format: Format | undefined;
  for (let at = RIFF_HEADER_BYTES; at + CHUNK_HEADER_BYTES <= bytes.length; ) {
    const length = view.getUint32(at + 4, true);
    const start = at + CHUNK_HEADER_BYTES;
    if (hasTag(bytes, at, 'data')) {
      if (!format) throw new WavError('The WAV file does not say how its samples are stored.');
      const available = Math.min(length, bytes.length - start);
      const frames = Math.floor(available / (format.bytesPerSample * Math.max(1, format.channels)));
      if (frames === 0) throw new WavError('The WAV file holds no samples.');
      const isTruncated = length !== STREAMED && length > available;
      return { ...format, dataStart: start, frames, isTruncated, hasTrailingData: riffEnd + 1 < bytes.length };
    }
    if (start + length > bytes.length) break;
    if (hasTag(bytes, at, 'fmt ')) format = readFormat(view, start, length);
    at = start + length + (length % 2);
  }
  throw new WavError('The WAV file holds no samples.');
}

/**
 * @param header of these bytes
 * @returns the channels averaged, `header.frames` samples
 * @throws WavError
 */
export function readWavSamples(bytes: Uint8Array, header: WavHeader): Float32Array {
  const { channels, encoding, bytesPerSample, blockAlign, dataStart, frames } = header;
  if (channels === 0 || blockAlign !== bytesPerSample * channels) {
    throw new WavError('The header of the WAV file contradicts itself.');
  }
  const read = sampleReader(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding, bytesPerSample);
  const samples = new Float32Array(frames);
  for (let frame = 0; frame < frames; frame += 1) {
    const start = dataStart + frame * blockAlign;
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1) sum += read(start + channel * bytesPerSample);
    samples[frame] = sum / channels;
  }
  return samples;
}

/** @returns what reads the sample that begins at a byte offset, in the scale of [-1, 1] */
function sampleReader(view: DataView, encoding: SampleEncoding, bytes: number): (offset: number) => number {
  if (encoding === 'float') {
    return bytes === 8 ? (offset) => view.getFloat64(offset, true) : (offset) => view.getFloat32(offset, true);
  }
  if (bytes === 1) return (offset) => (view.getUint8(offset) - 128) / 128;
  if (bytes === 2) return (offset) => view.getInt16(offset, true) / 2 ** 15;
  if (bytes === 4) return (offset) => view.getInt32(offset, true) / 2 ** 31;
  return (offset) => (view.getUint16(offset, true) + view.getInt8(offset + 2) * 2 ** 16) / 2 ** 23;
}

type Format = Pick<WavHeader, 'sampleRate' | 'channels' | 'encoding' | 'bytesPerSample' | 'blockAlign'>;

function readFormat(view: DataView, start: number, length: number): Format {
  if (length < SHORTEST_FORMAT_BYTES) throw new WavError('The header of the WAV file is too short.');
  const tag = view.getUint16(start, true);
  const bits = view.getUint16(start + 14, true);
  // The first two bytes of an extensible header's sub-format are the tag that a plain header would have.
  const encoding = encodingOf(tag === EXTENSIBLE && length >= 26 ? view.getUint16(start + 24, true) : tag);
  const bytesPerSample = Math.ceil(bits / 8);
  if (!SAMPLE_BYTES[encoding].includes(bytesPerSample)) {
    throw new WavError(`WAV files with ${encoding} samples of ${bits} bits cannot be read.`);
  }
  return {
    encoding,
    bytesPerSample,
    channels: view.getUint16(start + 2, true),
    sampleRate: view.getUint32(start + 4, true),
    blockAlign: view.getUint16(start + 12, true),
  };
}

function encodingOf(tag: number): SampleEncoding {
  const encoding = ENCODINGS.get(tag);
  if (encoding) return encoding;
  const code = `0x${tag.toString(16).padStart(4, '0')}`;
  throw new WavError(`The WAV file uses the compression ${code}; PCM and float can be read.`);
}

/** Whether the bytes have this ASCII text at an offset. */
export function hasTag(bytes: Uint8Array, at: number, tag: string): boolean {
  for (let index = 0; index < tag.length; index += 1) {
    if (bytes[at + index] !== tag.charCodeAt(index)) return false;
  }
  return true;
}
