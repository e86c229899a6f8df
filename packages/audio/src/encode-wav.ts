import WavEncoder from 'wav-encoder';

const HEADER_BYTES = 44;
/** Positions in the header of what can only be known at the end. */
const RIFF_SIZE_AT = 4;
const DATA_SIZE_AT = 40;

/**
 * Writes mono audio as a RIFF/WAVE file: one 44-byte header with exact sizes, then PCM 16-bit little endian. Each piece is
 * encoded as it comes, so the whole is never held as floats.
 *
 * Samples beyond full scale are clamped; a sample that is not a number is silence.
 *
 * @param pieces mono in [-1, 1], in the order in which they are heard
 * @param sampleRate in Hz
 */
export function encodeWav(pieces: Iterable<Float32Array>, sampleRate: number): Uint8Array<ArrayBuffer> {
  const header = encode(new Float32Array(0), sampleRate);
  const data: Uint8Array[] = [];
  let dataBytes = 0;
  for (const piece of pieces) {
    const samples = encode(piece, sampleRate).subarray(HEADER_BYTES);
    data.push(samples);
    dataBytes += samples.length;
  }
  const file = new Uint8Array(HEADER_BYTES + dataBytes);
  file.set(header);
  const view = new DataView(file.buffer);
  view.setUint32(RIFF_SIZE_AT, file.length - 8, true);
  view.setUint32(DATA_SIZE_AT, dataBytes, true);
  let at = HEADER_BYTES;
  for (const samples of data) {
    file.set(samples, at);
    at += samples.length;
  }
  return file;
}

function encode(samples: Float32Array, sampleRate: number): Uint8Array {
  return new Uint8Array(WavEncoder.encode.sync({ sampleRate, channelData: [samples] }));
}
