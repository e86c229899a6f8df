import { concatenate, type MonoAudio } from '@ownvoice/audio';
import { FLACDecoder } from '@wasm-audio-decoders/flac';
import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import { MPEGDecoder } from 'mpg123-decoder';
import { OggOpusDecoder } from 'ogg-opus-decoder';
import { checkNotTooLong, checkNotTooShort, checkShape, type StreamShape } from './limits.js';
import { summariseMp3 } from './mp3-frames.js';
import { flacShape, summariseOgg } from './ogg-pages.js';
import { type AudioFormat, id3Bytes, startsWith } from './sniff.js';
import { UnreadableAudio } from './unreadable-audio.js';

/** What all four decoders give for one slice of a file. */
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

/** A few kilobytes of a hostile file can decode to minutes; between two slices the length is checked. */
const SLICE_BYTES = 2_048;

/**
 * Decodes MP3, FLAC, Ogg Vorbis or Ogg Opus slice by slice and mixes to one channel. The file's own account of itself is
 * checked first, so that an hour of audio is refused without decoding it.
 *
 * @returns mono, nominally in [-1, 1]
 * @throws UnreadableAudio
 */
export async function decodeCompressed(bytes: Uint8Array, format: Exclude<AudioFormat, 'wav'>): Promise<MonoAudio> {
  const { shape, samples: promised } = inspect(bytes, format);
  const decoder = decoderOf(format);
  try {
    await decoder.ready;
    const mono = new MonoCollector(shape);
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      mono.add(await decoder.decode(bytes.subarray(at, at + SLICE_BYTES)));
    }
    if (decoder.flush) mono.add(await decoder.flush());
    return mono.finish(promised);
  } catch (error) {
    if (error instanceof UnreadableAudio) throw error;
    throw new UnreadableAudio(`The ${NAMES[format]} data is damaged.`, { cause: error });
  } finally {
    decoder.free();
  }
}

const NAMES = { mp3: 'MP3', flac: 'FLAC', vorbis: 'Vorbis', opus: 'Opus' } as const;

function decoderOf(format: Exclude<AudioFormat, 'wav'>): Decoder {
  if (format === 'mp3') return new MPEGDecoder();
  if (format === 'flac') return new FLACDecoder();
  return format === 'vorbis' ? new OggVorbisDecoder() : new OggOpusDecoder();
}

/** Checks what the file says of itself. `samples` is the exact length where the format states it, else 0. */
function inspect(bytes: Uint8Array, format: AudioFormat): { shape: StreamShape; samples: number } {
  if (format === 'flac' && !startsWith(bytes, 0, 'OggS')) {
    const shape = flacShape(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), id3Bytes(bytes));
    checkShape(shape);
    checkNotTooLong(shape.samples / shape.sampleRate);
    if (shape.samples > 0) checkNotTooShort(shape.samples / shape.sampleRate);
    return { shape, samples: shape.samples };
  }
  const summary = format === 'mp3' ? summariseMp3(bytes) : summariseOgg(bytes);
  checkShape(summary);
  checkNotTooLong(summary.seconds, true);
  if (format === 'mp3') checkNotTooShort(summary.seconds);
  return { shape: summary, samples: 0 };
}

/** Collects decoded slices as one channel and stops what gets too long or changes its layout. */
class MonoCollector {
  readonly #shape: StreamShape;
  readonly #parts: Float32Array[] = [];
  #length = 0;

  constructor(shape: StreamShape) {
    this.#shape = shape;
  }

  add({ channelData, samplesDecoded, sampleRate, errors }: Decoded): void {
    if (errors.length > 0) throw new UnreadableAudio('The audio data is damaged.');
    if (samplesDecoded <= 0) return;
    if (sampleRate !== this.#shape.sampleRate) {
      throw new UnreadableAudio('The audio has another sample rate than its header says.');
    }
    this.#length += samplesDecoded;
    checkNotTooLong(this.#length / sampleRate, true);
    const mono = new Float32Array(samplesDecoded);
    for (const channel of channelData) {
      for (let index = 0; index < samplesDecoded; index += 1) {
        mono[index] = (mono[index] ?? 0) + (channel[index] ?? 0) / channelData.length;
      }
    }
    this.#parts.push(mono);
  }

  /** @param promised samples that the header announced, 0 for none */
  finish(promised: number): MonoAudio {
    if (this.#length === 0) throw new UnreadableAudio('The audio file holds no samples.');
    if (this.#length < promised) throw new UnreadableAudio('The audio file ends before its samples do.');
    return { samples: concatenate(this.#parts), sampleRate: this.#shape.sampleRate };
  }
}
