/**
 * Rounds float32 to bfloat16, to nearest and ties to even. NaN stays NaN.
 *
 * @param target as long as `source`
 */
export function float32ToBfloat16(source: Float32Array, target = new Uint16Array(source.length)): Uint16Array {
  const bits = new Uint32Array(source.buffer, source.byteOffset, source.length);
  for (let index = 0; index < bits.length; index += 1) {
    const value = bits[index] as number;
    const notANumber = (value & 0x7fffffff) > 0x7f800000;
    target[index] = notANumber ? (value >>> 16) | 0x40 : (value + 0x7fff + ((value >>> 16) & 1)) >>> 16;
  }
  return target;
}
