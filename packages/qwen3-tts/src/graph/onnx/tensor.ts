import { float32ToFloat16 } from '@ownvoice/audio';
import { CheckpointError } from '../../errors.js';

/** All ones in an infinite value or one that is not a number. */
const FLOAT16_EXPONENT = 0x7c00;

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

/** IEEE half precision, round to nearest even. @throws CheckpointError when a value does not fit */
export function float16(shape: readonly number[], values: Float32Array): Tensor {
  return checked('float16', shape, values.length, bytesOf(toFloat16(values)));
}

/** As {@link float16}, for files. @throws CheckpointError when a value does not fit */
export function toFloat16(values: Float32Array): Uint16Array {
  const halves = float32ToFloat16(values);
  if (halves.some((half) => (half & FLOAT16_EXPONENT) === FLOAT16_EXPONENT)) {
    throw new CheckpointError('The checkpoint has values beyond half precision; build it at fp32.');
  }
  return halves;
}
