/** ONNX element types by their name here. @see https://github.com/onnx/onnx/blob/main/onnx/onnx.proto (TensorProto.DataType) */
export const ELEMENT_TYPES = {
  float32: 1,
  uint8: 2,
  int8: 3,
  int32: 6,
  int64: 7,
  bool: 9,
  float16: 10,
} as const;

export type ElementType = keyof typeof ELEMENT_TYPES;

/** A constant of a graph: row-major little-endian bytes. */
export interface Tensor {
  readonly type: ElementType;
  readonly shape: readonly number[];
  readonly bytes: Uint8Array;
}

function bytesOf(array: Float32Array | BigInt64Array | Int32Array | Uint16Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

function checked(type: ElementType, shape: readonly number[], elements: number, bytes: Uint8Array): Tensor {
  const expected = shape.reduce((product, size) => product * size, 1);
  if (expected !== elements) {
    throw new Error(`A ${type} tensor of shape [${shape.join(', ')}] was given ${elements} values`);
  }
  return { type, shape, bytes };
}

export function float32(shape: readonly number[], values: Float32Array | readonly number[]): Tensor {
  const array = values instanceof Float32Array ? values : Float32Array.from(values);
  return checked('float32', shape, array.length, bytesOf(array));
}

export function int64(shape: readonly number[], values: readonly number[]): Tensor {
  return checked('int64', shape, values.length, bytesOf(BigInt64Array.from(values, (value) => BigInt(value))));
}

export function int32(shape: readonly number[], values: readonly number[]): Tensor {
  return checked('int32', shape, values.length, bytesOf(Int32Array.from(values)));
}

export function bool(shape: readonly number[], values: readonly boolean[]): Tensor {
  return checked('bool', shape, values.length, Uint8Array.from(values, Number));
}

export function uint8(shape: readonly number[], values: Uint8Array): Tensor {
  return checked('uint8', shape, values.length, values);
}

/** IEEE half precision, round to nearest even; what overflows becomes infinite. */
export function float16(shape: readonly number[], values: Float32Array): Tensor {
  return checked('float16', shape, values.length, bytesOf(toHalf(values)));
}

export function toHalf(values: Float32Array): Uint16Array {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
  const out = new Uint16Array(values.length);
  for (let i = 0; i < out.length; i++) out[i] = halfBits(bits[i]!, values[i]!);
  return out;
}

function halfBits(bits: number, value: number): number {
  const sign = (bits >>> 16) & 0x8000;
  const magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) return sign | 0x7e00;
  if (magnitude >= 0x477ff000) return sign | 0x7c00;
  if (magnitude < 0x38800000) {
    // Subnormal halves are multiples of 2^-24: scaling makes the rounding an integer one.
    const scaled = Math.abs(value) * 2 ** 24;
    const floor = Math.floor(scaled);
    const rest = scaled - floor;
    return sign | (rest > 0.5 || (rest === 0.5 && (floor & 1) === 1) ? floor + 1 : floor);
  }
  const rounded = magnitude + 0xfff + ((magnitude >>> 13) & 1);
  return sign | ((rounded - 0x38000000) >>> 13);
}

/** Half precision to float32, into `out` when it is given. */
export function fromHalf(half: Uint16Array, out: Float32Array = new Float32Array(half.length)): Float32Array {
  for (let i = 0; i < half.length; i++) {
    const bits = half[i]!;
    const exponent = (bits >>> 10) & 31;
    const fraction = bits & 1023;
    const sign = bits & 0x8000 ? -1 : 1;
    if (exponent === 0) out[i] = sign * fraction * 2 ** -24;
    else if (exponent === 31) out[i] = fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
    else out[i] = sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
  }
  return out;
}
