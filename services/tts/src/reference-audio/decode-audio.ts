import { concatenate, type MonoAudio, Resampler, readWavHeader, readWavSamples, WavError } from '@ownvoice/audio';
import { MAX_REFERENCE_SECONDS } from '@ownvoice/shared/contract/speech-limits';
import { type AudioFormat, checkMp3Frames, checkOggPages, id3Bytes, sniffAudio } from './audio-format.js';
import { checkNotTooLong, checkNotTooShort, checkRecording, checkStream, UnreadableAudio } from './recording-rules.js';

const SAMPLE_RATE = 24_000;
const SUPPORTED = 'WAV, MP3, FLAC, Ogg Vorbis and Ogg Opus can be read';

/**
 * Decodes an uploaded file. The decoders are synchronous: call it off the main thread.
 *
 * @returns mono, 24 kHz, 3 to 60 seconds
 * @throws UnreadableAudio with a sentence for the client
 */
export async function decodeAudio(bytes: Uint8Array): Promise<Float32Array> {
  if (bytes.length === 0) throw new UnreadableAudio('The audio file is empty.');
  const file = sniffAudio(bytes);
  if (file.kind === 'unsupported')
    throw new UnreadableAudio(
      `The file is ${file.known}, which is not supported; ${SUPPORTED}: save or record it in one of these.`,
    );
  if (file.kind === 'unknown') throw new UnreadableAudio(`The file is not in a known audio format; ${SUPPORTED}.`);
  if (file.isOgg) checkOggPages(bytes);
  else if (file.format === 'mp3') checkMp3Frames(bytes);
  const announced = file.format === 'flac' && !file.isOgg ? announcedSamples(bytes) : 0;
  const { samples, sampleRate } = file.format === 'wav' ? decodeWav(bytes) : await decodeCompressed(bytes, file.format);
  if (samples.length < announced) throw new UnreadableAudio('The audio file ends before its samples do.');
  checkNotTooShort(samples.length / sampleRate);
  checkRecording(samples, sampleRate);
  const resampled = new Resampler(sampleRate, SAMPLE_RATE).resample(samples);
  return resampled.subarray(0, MAX_REFERENCE_SECONDS * SAMPLE_RATE);
}

/** Lengths are checked against the file and the limits before a sample is read. */
function decodeWav(bytes: Uint8Array): MonoAudio {
  try {
    const header = readWavHeader(bytes);
    if (header.hasTrailingData) throw new UnreadableAudio('The WAV file is followed by other data.');
    if (header.isTruncated) throw new UnreadableAudio('The WAV file ends before its samples do.');
    checkStream(header.sampleRate, header.channels);
    checkNotTooLong(header.frames / header.sampleRate, false);
    return { samples: readWavSamples(bytes, header), sampleRate: header.sampleRate };
  } catch (error) {
    throw error instanceof WavError ? new UnreadableAudio(error.message, { cause: error }) : error;
  }
}

/** Samples of a FLAC file by its header; 0 when they are not known. @see RFC 9639, section 8.2 */
function announcedSamples(bytes: Uint8Array): number {
  const at = id3Bytes(bytes) + 18;
  if (at + 8 > bytes.length) throw new UnreadableAudio('The FLAC file is cut off.');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Number(view.getBigUint64(at) & 0xf_ffff_ffffn);
}

interface Decoded {
  readonly channelData: readonly Float32Array[];
  readonly samplesDecoded: number;
  /** In Hz. */
  readonly sampleRate: number;
  readonly errors: readonly unknown[];
}

interface Decoder {
  readonly ready: Promise<void>;
  decode(bytes: Uint8Array): Decoded | Promise<Decoded>;
  flush?(): Promise<Decoded>;
  free(): void;
}

/** Loaded when they are needed: a thread decodes one file. */
const DECODERS: Readonly<Record<Exclude<AudioFormat, 'wav'>, readonly [name: string, create: () => Promise<Decoder>]>> =
  {
    mp3: ['MP3', async () => new (await import('mpg123-decoder')).MPEGDecoder()],
    flac: ['FLAC', async () => new (await import('@wasm-audio-decoders/flac')).FLACDecoder()],
    vorbis: ['Vorbis', async () => new (await import('@wasm-audio-decoders/ogg-vorbis')).OggVorbisDecoder()],
    opus: ['Opus', async () => new (await import('ogg-opus-decoder')).OggOpusDecoder()],
  };

/** A few kilobytes of a hostile file can decode to minutes, so the length is checked after each slice. */
const SLICE_BYTES = 2_048;

async function decodeCompressed(bytes: Uint8Array, format: keyof typeof DECODERS): Promise<MonoAudio> {
  const [name, create] = DECODERS[format];
  const decoder = await create();
  const parts: Float32Array[] = [];
  let length = 0;
  let sampleRate = 0;
  const add = (part: Decoded) => {
    if (part.errors.length > 0) throw new UnreadableAudio('The audio data is damaged.');
    if (part.samplesDecoded <= 0) return;
    if (parts.length > 0 && part.sampleRate !== sampleRate)
      throw new UnreadableAudio('The sample rate of the audio changes.');
    sampleRate = part.sampleRate;
    length += part.samplesDecoded;
    checkStream(sampleRate, part.channelData.length);
    checkNotTooLong(length / sampleRate, true);
    parts.push(averaged(part));
  };
  try {
    await decoder.ready;
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      add(await decoder.decode(bytes.subarray(at, at + SLICE_BYTES)));
    }
    if (decoder.flush) add(await decoder.flush());
  } catch (error) {
    if (error instanceof UnreadableAudio) throw error;
    throw new UnreadableAudio(`The ${name} data is damaged.`, { cause: error });
  } finally {
    decoder.free();
  }
  if (length === 0) throw new UnreadableAudio('The audio file holds no samples.');
  return { samples: concatenate(parts), sampleRate };
}

function averaged({ channelData, samplesDecoded }: Decoded): Float32Array {
  const mono = new Float32Array(samplesDecoded);
  for (const channel of channelData) {
    for (let index = 0; index < samplesDecoded; index += 1) {
      mono[index] = (mono[index] ?? 0) + (channel[index] ?? 0) / channelData.length;
    }
  }
  return mono;
}
