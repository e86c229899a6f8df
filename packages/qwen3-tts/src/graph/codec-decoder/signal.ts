import { reshape, transpose } from '../layers/operators.js';
import type { GraphBuilder, Value } from '../onnx/builder.js';

/** `[T, channels]`, T always a multiple of `multiple`. */
export interface Signal {
  readonly value: Value;
  readonly channels: number;
  readonly multiple: number;
}

/** `[T, channels]` → `[1, channels, T]`, the layout of the runtime's own convolution. */
export function columnsOf(g: GraphBuilder, { value, channels }: Pick<Signal, 'value' | 'channels'>): Value {
  return reshape(g, transpose(g, value, [1, 0]), [1, channels, -1]);
}
