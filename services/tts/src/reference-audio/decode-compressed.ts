import type { MonoAudio } from '@ownvoice/audio';
import { FLACDecoder } from '@wasm-audio-decoders/flac';
import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import { MPEGDecoder } from 'mpg123-decoder';
import { OggOpusDecoder } from 'ogg-opus-decoder';
import { checkNotTooLong, checkNotTooShort, checkStreamParameters, type StreamParameters } from './limits.js';
import { type Decoded, MonoCollector } from './mono-collector.js';
import { scanMp3 } from './mp3-frames.js';
import { readFlacStreamInfo, scanOgg } from './ogg-pages.js';
import { type AudioFormat, id3Bytes, startsWith } from './sniff.js';
import { UnreadableAudio } from './unreadable-audio.js';

interface Decoder {
  readonly ready: Promise<void>;
  decode(bytes: Uint8Array): Decoded | Promise<Decoded>;
  flush?(): Promise<Decoded>;
  free(): void;
}

/** Formats that are decoded as a stream of bytes. */
type CompressedFormat = Exclude<AudioFormat, 'wav' | 'webm'>;

/** A few kilobytes of a hostile file can decode to minutes, so the length is checked after each slice. */
const SLICE_BYTES = 2_048;

/**
 * Decodes MP3, FLAC, Ogg Vorbis or Ogg Opus slice by slice and mixes to one channel. The headers are checked first, so an
 * hour of audio is refused without decoding it.
 *
 * @returns mono, nominally in [-1, 1]
 * @throws UnreadableAudio
 */
export async function decodeCompressed(bytes: Uint8Array, format: CompressedFormat): Promise<MonoAudio> {
  const { parameters, samples: announced } = inspect(bytes, format);
  const decoder = decoderOf(format);
  try {
    await decoder.ready;
    const mono = new MonoCollector(parameters);
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      mono.add(await decoder.decode(bytes.subarray(at, at + SLICE_BYTES)));
    }
    if (decoder.flush) mono.add(await decoder.flush());
    return mono.finish(announced);
  } catch (error) {
    if (error instanceof UnreadableAudio) throw error;
    throw new UnreadableAudio(`The ${NAMES[format]} data is damaged.`, { cause: error });
  } finally {
    decoder.free();
  }
}

const NAMES = { mp3: 'MP3', flac: 'FLAC', vorbis: 'Vorbis', opus: 'Opus' } as const;

function decoderOf(format: CompressedFormat): Decoder {
  if (format === 'mp3') return new MPEGDecoder();
  if (format === 'flac') return new FLACDecoder();
  return format === 'vorbis' ? new OggVorbisDecoder() : new OggOpusDecoder();
}

/** Checks the headers. `samples` is the exact length where the format states it, else 0. */
function inspect(bytes: Uint8Array, format: CompressedFormat): { parameters: StreamParameters; samples: number } {
  if (format === 'flac' && !startsWith(bytes, 0, 'OggS')) {
    const parameters = readFlacStreamInfo(
      new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      id3Bytes(bytes),
    );
    checkStreamParameters(parameters);
    checkNotTooLong(parameters.samples / parameters.sampleRate);
    if (parameters.samples > 0) checkNotTooShort(parameters.samples / parameters.sampleRate);
    return { parameters, samples: parameters.samples };
  }
  const summary = format === 'mp3' ? scanMp3(bytes) : scanOgg(bytes);
  checkStreamParameters(summary);
  checkNotTooLong(summary.seconds, true);
  if (format === 'mp3') checkNotTooShort(summary.seconds);
  return { parameters: summary, samples: 0 };
}
