import assert from 'node:assert/strict';

/** A decoded WAV file. */
export interface Wav {
  readonly sampleRate: number;
  readonly seconds: number;
  /** In [-1, 1]. */
  readonly samples: Float32Array;
}

/**
 * Reads a file that must have exactly the promised format: RIFF, PCM 16-bit mono, 24,000 Hz, one header, exact sizes.
 *
 * @throws assert.AssertionError that names the first deviation
 */
export function readPromisedWav(bytes: Uint8Array): Wav {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  assert.equal(file.toString('latin1', 0, 4), 'RIFF');
  assert.equal(file.readUInt32LE(4), file.length - 8, 'the size of the RIFF chunk');
  assert.equal(file.toString('latin1', 8, 16), 'WAVEfmt ');
  assert.equal(file.readUInt32LE(16), 16, 'the size of the format chunk');
  assert.equal(file.readUInt16LE(20), 1, 'PCM');
  assert.equal(file.readUInt16LE(22), 1, 'mono');
  assert.equal(file.readUInt32LE(24), 24_000, 'the sample rate');
  assert.equal(file.readUInt32LE(28), 48_000, 'bytes a second');
  assert.equal(file.readUInt16LE(32), 2, 'bytes a frame');
  assert.equal(file.readUInt16LE(34), 16, 'bits a sample');
  assert.equal(file.toString('latin1', 36, 40), 'data');
  assert.equal(file.readUInt32LE(40), file.length - 44, 'the size of the data chunk');
  assert.equal(file.indexOf('RIFF', 4, 'latin1'), -1, 'one header only');
  const samples = new Float32Array((file.length - 44) / 2);
  for (const index of samples.keys()) samples[index] = file.readInt16LE(44 + index * 2) / 32_768;
  return { sampleRate: 24_000, seconds: samples.length / 24_000, samples };
}

/** Root mean square of the samples, 0 for silence. */
export function loudness(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length));
}
