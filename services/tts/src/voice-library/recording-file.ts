import { readWav } from '@ownvoice/audio';
import { MAX_REFERENCE_SECONDS } from '@ownvoice/shared/contract';

const SAMPLE_RATE = 24_000;
const HEADER_BYTES = 44;
const FLOAT_TAG = 3;
const SAMPLE_BYTES = 4;

/** Largest recording. */
export const MAX_RECORDING_BYTES = HEADER_BYTES + MAX_REFERENCE_SECONDS * SAMPLE_RATE * SAMPLE_BYTES;

/**
 * A WAV file of 32-bit floats: a model makes the same of it as of the samples.
 *
 * @param samples mono, 24 kHz
 */
export function recordingFile(samples: Float32Array): Buffer {
  const bytes = samples.length * SAMPLE_BYTES;
  const file = Buffer.alloc(HEADER_BYTES + bytes);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(HEADER_BYTES - 8 + bytes, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(FLOAT_TAG, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(SAMPLE_RATE, 24);
  file.writeUInt32LE(SAMPLE_RATE * SAMPLE_BYTES, 28);
  file.writeUInt16LE(SAMPLE_BYTES, 32);
  file.writeUInt16LE(8 * SAMPLE_BYTES, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(bytes, 40);
  Buffer.from(samples.buffer, samples.byteOffset, bytes).copy(file, HEADER_BYTES);
  return file;
}

/** Its samples. @throws {Error} when it is no WAV file */
export const readRecording = (file: Uint8Array): Float32Array => readWav(file).samples;
