import { conv1d } from '../layers/conv1d.js';
import type { Module } from '../layers/module.js';
import { reshape, transpose } from '../layers/operators.js';
import type { GraphBuilder, Value } from '../onnx/builder.js';
import type { CodecTarget } from '../target.js';
import { type Weight, weightTensor } from '../weights/weight.js';
import type { StreamStates } from './carried-state.js';
import { fastConv } from './fast-conv.js';

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

/** A convolution that sees only the past, by the runtime's own operator: `x [1, channels, T]` → `[1, out, T]`. */
export async function plainConv(
  m: Module,
  states: StreamStates,
  x: Value,
  channels: number,
  groups = 1,
): Promise<Value> {
  const conv = m.child('conv', '');
  const whole = states.columns(m.g, m.name, x, channels, conv.shape('weight')[2]! - 1);
  return conv1d(conv, whole, { groups });
}

/** A convolution that sees only the past, for many channels; `tile` as in {@link FastConv}. */
export async function causalConv(
  m: Module,
  states: StreamStates,
  { value, channels, multiple }: Signal,
  { dilation = 1, tile, target }: { readonly dilation?: number; readonly tile: number; readonly target: CodecTarget },
): Promise<Signal> {
  const conv = m.child('conv', '');
  const kernel = await conv.read('weight');
  const [outputs, , taps] = kernel.shape as [number, number, number];
  const extend = (after?: Value) => states.rows(m.g, m.name, value, channels, (taps - 1) * dilation, after);
  const bias = await conv.read('bias');
  const filtered =
    target !== 'cpu'
      ? convOfRows(m.g, extend(), channels, { kernel, bias, dilation })
      : fastConv(m.g, value, { extend, kernel, bias, dilation, tile, multiple });
  return { value: filtered, channels: outputs, multiple };
}

/** The runtime's own convolution of `x [rows + context, channels]` → `[rows, out]`. */
function convOfRows(
  g: GraphBuilder,
  x: Value,
  channels: number,
  { kernel, bias, dilation }: { readonly kernel: Weight; readonly bias: Weight; readonly dilation: number },
): Value {
  const columns = columnsOf(g, { value: x, channels });
  const weights = [g.weight(kernel.key, weightTensor(kernel)), g.weight(bias.key, weightTensor(bias))];
  const attributes = { kernel_shape: [kernel.shape[2]!], dilations: [dilation] };
  const y = g.node('Conv', [columns, ...weights], attributes);
  return transpose(g, reshape(g, y, [kernel.shape[0]!, -1]), [1, 0]);
}

/**
 * A transposed convolution of stride r and kernel r or 2r, cut to `T · r` rows:
 * `y[t · r + j] = W[j]ᵀ x[t] + W[r + j]ᵀ x[t − 1] + b` for j in 0 … r − 1, without the second term for a kernel of r.
 *
 * Output row `t · r + j` depends on input rows t and t − 1 only, so it is computed as an ordinary convolution to r phases
 * that lie one behind the other.
 */
export async function transposedConv(
  m: Module,
  states: StreamStates,
  { value, channels, multiple }: Signal,
  rate: number,
  target: CodecTarget,
): Promise<Signal> {
  const conv = m.child('conv', '');
  const kernel = await conv.read('weight');
  const bias = await conv.read('bias');
  const [, outputs, length] = kernel.shape as [number, number, number];
  const taps = length / rate;
  if (taps !== 1 && taps !== 2) throw new Error(`${m.name}: kernel ${length} with stride ${rate} is not supported`);
  const phases = kernelOfPhases(kernel, rate, taps);
  const biases = {
    key: `${bias.key}_phases`,
    shape: [rate * outputs],
    values: Float32Array.from({ length: rate * outputs }, (_, i) => bias.values[i % outputs]!),
  };
  const extend = (after?: Value) => states.rows(m.g, m.name, value, channels, taps - 1, after);
  const y =
    target !== 'cpu'
      ? convOfRows(m.g, extend(), channels, { kernel: phases, bias: biases, dilation: 1 })
      : fastConv(m.g, value, {
          extend,
          kernel: phases,
          bias: biases,
          dilation: 1,
          tile: tileOf(taps, channels),
          multiple,
        });
  return { value: reshape(m.g, y, [-1, outputs]), channels: outputs, multiple: multiple * rate };
}

/** `[in, out, taps · rate]` → `[rate · out, in, taps]` */
function kernelOfPhases(kernel: Weight, rate: number, taps: number): Weight {
  const [channels, outputs, length] = kernel.shape as [number, number, number];
  const values = new Float32Array(kernel.values.length);
  for (let input = 0; input < channels; input++) {
    for (let output = 0; output < outputs; output++) {
      for (let k = 0; k < length; k++) {
        const tap = taps - 1 - Math.floor(k / rate);
        const row = (k % rate) * outputs + output;
        values[(row * channels + input) * taps + tap] = kernel.values[(input * outputs + output) * length + k]!;
      }
    }
  }
  return { key: `${kernel.key}_phases`, shape: [rate * outputs, channels, taps], values };
}

/**
 * Outputs of a tile of a transposed convolution. Many channels come with few rows and many weights: larger tiles would bring more weights to read
 * than they save products, and fewer columns than the CPU multiplies at once.
 */
function tileOf(taps: number, channels: number): number {
  if (taps === 1) return 1;
  return channels >= 1024 ? 1 : channels >= 512 ? 2 : 4;
}
