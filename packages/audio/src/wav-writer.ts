const HEADER_BYTES = 44;
const BYTES_PER_SAMPLE = 2;
const PCM = 1;

/**
 * Writes mono speech as a RIFF/WAVE file: one 44-byte header with exact sizes, then PCM 16-bit little endian.
 *
 * Samples are rounded to the nearest step and held inside the 16-bit range; a sample that is not a number is silence,
 * because one such value must not become a full-scale click.
 *
 * @param samples mono, nominally in [-1, 1]
 * @param sampleRate in Hz
 * @see Microsoft, "Multimedia Programming Interface and Data Specifications 1.0", WAVE form
 */
export function encodeWav(samples: Float32Array, sampleRate: number): Buffer {
  const dataBytes = samples.length * BYTES_PER_SAMPLE;
  const file = Buffer.allocUnsafe(HEADER_BYTES + dataBytes);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(PCM, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * BYTES_PER_SAMPLE, 28);
  file.writeUInt16LE(BYTES_PER_SAMPLE, 32);
  file.writeUInt16LE(BYTES_PER_SAMPLE * 8, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(dataBytes, 40);
  for (let index = 0, at = HEADER_BYTES; index < samples.length; index += 1, at += BYTES_PER_SAMPLE) {
    file.writeInt16LE(toPcm16(samples[index] ?? 0), at);
  }
  return file;
}

function toPcm16(sample: number): number {
  if (Number.isNaN(sample)) return 0;
  return Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767)));
}
