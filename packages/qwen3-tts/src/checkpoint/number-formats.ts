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
