import WavEncoder from 'wav-encoder';

const HEADER_BYTES = 44;
/** Positions in the header of what can only be known at the end. */
const RIFF_SIZE_AT = 4;
const DATA_SIZE_AT = 40;

/**
 * Writes mono audio as a RIFF/WAVE file: one 44-byte header with exact sizes, then PCM 16-bit little endian. Each piece is
 * encoded as it comes, so neither the whole file nor the whole audio is ever in one place.
 *
 * Samples beyond full scale are clamped; a sample that is not a number is silence.
 *
 * @param pieces mono in [-1, 1], in the order in which they are heard
 * @param length samples of all pieces
 * @param sampleRate in Hz
 * @returns the bytes of the file, in as many parts as there are pieces and one for the header
 */
export function* encodeWav(
  pieces: Iterable<Float32Array>,
  length: number,
  sampleRate: number,
): Generator<Uint8Array<ArrayBuffer>> {
  const header = encode(new Float32Array(0), sampleRate);
  const view = new DataView(header.buffer);
  view.setUint32(RIFF_SIZE_AT, wavBytes(length) - 8, true);
  view.setUint32(DATA_SIZE_AT, 2 * length, true);
  yield header;
  yield* encodePcm(pieces);
}

/** The same samples alone: PCM 16-bit little endian, two bytes each. */
export function* encodePcm(pieces: Iterable<Float32Array>): Generator<Uint8Array<ArrayBuffer>> {
  for (const piece of pieces) yield encode(piece, 1).subarray(HEADER_BYTES);
}

/** The size of a file that `encodeWav` writes. */
export function wavBytes(length: number): number {
  return HEADER_BYTES + 2 * length;
}

/** A WAV file of 32-bit floats: `readWav` gives the same samples back. */
export const encodeFloatWav = (samples: Float32Array, sampleRate: number): Uint8Array<ArrayBuffer> =>
  encode(samples, sampleRate, true);

function encode(samples: Float32Array, sampleRate: number, float = false): Uint8Array<ArrayBuffer> {
  const options = { bitDepth: 16, float, symmetric: false };
  return new Uint8Array(WavEncoder.encode.sync({ sampleRate, channelData: [samples] }, options));
}
