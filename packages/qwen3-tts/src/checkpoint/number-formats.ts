/** Element types of safetensors files that are real numbers. */
export type FloatType = 'BF16' | 'F16' | 'F32' | 'F64';

export const BYTES_PER_ELEMENT: Readonly<Record<string, number>> = {
  BOOL: 1,
  U8: 1,
  I8: 1,
  BF16: 2,
  F16: 2,
  U16: 2,
  I16: 2,
  F32: 4,
  U32: 4,
  I32: 4,
  F64: 8,
  U64: 8,
  I64: 8,
};

export function isFloatType(dtype: string): dtype is FloatType {
  return dtype === 'BF16' || dtype === 'F16' || dtype === 'F32' || dtype === 'F64';
}

/** Widens bfloat16 bit patterns to float32: exact, since bfloat16 is the upper half of a float32. */
export function widenBfloat16(source: Uint16Array, target: Float32Array): void {
  const bits = new Uint32Array(target.buffer, target.byteOffset, target.length);
  for (let i = 0; i < source.length; i++) bits[i] = (source[i] as number) << 16;
}

/** Widens IEEE half-precision bit patterns to float32, subnormals, infinities and NaN included. */
export function widenFloat16(source: Uint16Array, target: Float32Array): void {
  for (let i = 0; i < source.length; i++) target[i] = float16ToNumber(source[i] as number);
}

function float16ToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** Rounds a float32 to bfloat16, to nearest and ties to even. NaN stays NaN. */
export function roundToBfloat16(source: Float32Array, target: Uint16Array): void {
  const bits = new Uint32Array(source.buffer, source.byteOffset, source.length);
  for (let i = 0; i < bits.length; i++) {
    const value = bits[i] as number;
    const notANumber = (value & 0x7fffffff) > 0x7f800000;
    target[i] = notANumber ? (value >>> 16) | 0x40 : (value + 0x7fff + ((value >>> 16) & 1)) >>> 16;
  }
}
