/** How one sample is stored; A-law and µ-law are those of G.711. */
export type SampleEncoding = 'pcm' | 'float' | 'a-law' | 'mu-law';

/** Reads the sample that begins at a byte offset, in the scale of [-1, 1]. */
type SampleReader = (offset: number) => number;

/**
 * How samples of a WAV file are read.
 *
 * @param bytesPerSample 1 to 4 for PCM (8 bits are unsigned, as the format has it), 4 or 8 for float, 1 for the others
 * @see ITU-T G.711
 */
export function sampleReader(view: DataView, encoding: SampleEncoding, bytesPerSample: number): SampleReader {
  if (encoding === 'a-law') return (offset) => fromALaw(view.getUint8(offset));
  if (encoding === 'mu-law') return (offset) => fromMuLaw(view.getUint8(offset));
  if (encoding === 'float') {
    return bytesPerSample === 8 ? (offset) => view.getFloat64(offset, true) : (offset) => view.getFloat32(offset, true);
  }
  if (bytesPerSample === 1) return (offset) => (view.getUint8(offset) - 128) / 128;
  if (bytesPerSample === 2) return (offset) => view.getInt16(offset, true) / 2 ** 15;
  if (bytesPerSample === 4) return (offset) => view.getInt32(offset, true) / 2 ** 31;
  return (offset) => (view.getUint16(offset, true) + view.getInt8(offset + 2) * 2 ** 16) / 2 ** 23;
}

function fromMuLaw(code: number): number {
  const value = ~code & 0xff;
  const magnitude = ((((value & 0x0f) << 3) + 0x84) << ((value & 0x70) >> 4)) - 0x84;
  return ((value & 0x80) !== 0 ? -magnitude : magnitude) / 2 ** 15;
}

function fromALaw(code: number): number {
  const value = code ^ 0x55;
  const exponent = (value & 0x70) >> 4;
  const mantissa = ((value & 0x0f) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return ((value & 0x80) !== 0 ? magnitude : -magnitude) / 2 ** 15;
}
