// Half-precision numbers as bit patterns. Loops over typed arrays and no look-ups: a model has hundreds of millions of them.

/** 2^-24, the smallest positive half. */
const SMALLEST_FLOAT16 = 2 ** -24;

/** Widens bfloat16 to float32: exact, since bfloat16 is the upper half of a float32. */
export function bfloat16ToFloat32(source: Uint16Array): Float32Array {
  const target = new Float32Array(source.length);
  const bits = new Uint32Array(target.buffer);
  for (let index = 0; index < source.length; index += 1) bits[index] = (source[index] as number) << 16;
  return target;
}

/** Widens IEEE half precision to float32: exact, subnormals, infinities and NaN included. */
export function float16ToFloat32(source: Uint16Array): Float32Array {
  const target = new Float32Array(source.length);
  const bits = new Uint32Array(target.buffer);
  for (let index = 0; index < source.length; index += 1) {
    const half = source[index] as number;
    const sign = (half & 0x8000) << 16;
    const magnitude = half & 0x7fff;
    if (magnitude >= 0x7c00) bits[index] = sign | 0x7f800000 | (magnitude << 13);
    else if (magnitude >= 0x400) bits[index] = sign | ((magnitude << 13) + 0x38000000);
    else target[index] = sign === 0 ? magnitude * SMALLEST_FLOAT16 : -magnitude * SMALLEST_FLOAT16;
  }
  return target;
}

/**
 * Rounds float32 to IEEE half precision, to nearest and ties to even. What overflows becomes infinite, NaN stays NaN.
 */
export function float32ToFloat16(source: Float32Array): Uint16Array {
  const bits = new Uint32Array(source.buffer, source.byteOffset, source.length);
  const target = new Uint16Array(source.length);
  for (let index = 0; index < target.length; index += 1) {
    target[index] = float16Bits(bits[index] as number, source[index] as number);
  }
  return target;
}

function float16Bits(bits: number, value: number): number {
  const sign = (bits >>> 16) & 0x8000;
  const magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) return sign | 0x7e00;
  if (magnitude >= 0x477ff000) return sign | 0x7c00;
  if (magnitude < 0x38800000) {
    // Subnormal halves are multiples of 2^-24: scaling makes the rounding an integer one.
    const scaled = Math.abs(value) / SMALLEST_FLOAT16;
    const floor = Math.floor(scaled);
    const rest = scaled - floor;
    return sign | (rest > 0.5 || (rest === 0.5 && (floor & 1) === 1) ? floor + 1 : floor);
  }
  const rounded = magnitude + 0xfff + ((magnitude >>> 13) & 1);
  return sign | ((rounded - 0x38000000) >>> 13);
}
