import { reshape, transpose, type Weight } from './blocks.js';
import type { GraphBuilder, Value } from './builder.js';
import { fastFir, transformKernel } from './fast-fir.js';
import { float32 } from './tensor.js';

/** Outputs of a tile. */
const TILE = 4;

export interface FastConv {
  /** Puts the last columns of the signal so far before the input, and the given zeros behind it. */
  readonly extend: (zeros: Value) => Value;
  /** `[out, in, taps]` */
  readonly kernel: Weight;
  readonly bias: Weight;
  readonly dilation: number;
}

/**
 * A dilated causal convolution by minimal filtering: `x [1, in, T]` → `[1, out, T]`.
 *
 * Columns that lie `dilation` apart form a signal of their own. Four of its outputs take ten products of channel
 * matrices instead of twenty-eight; the transforms before and after are small products over the whole signal, which pays
 * where there are many channels.
 */
export function fastConv(g: GraphBuilder, x: Value, { extend, kernel, bias, dilation }: FastConv): Value {
  const [outputs, channels, taps] = kernel.shape as [number, number, number];
  const fir = fastFir(TILE, taps);
  const { products } = fir;
  const span = TILE * dilation;
  const history = (taps - 1) * dilation;
  const scalar = g.ints([]);
  const length = g.node('Reshape', [g.node('Shape', [x], { start: 2 }), scalar]);
  const tiles = g.node('Div', [g.node('Add', [length, g.ints(span - 1)]), g.ints(span)]);
  const tileCount = reshape(g, tiles, [1]);

  // Tiles overlap by what the filter reaches: tile i reads from blocks i, i + 1 and so on.
  const reach = Math.ceil(products / TILE);
  const missing = g.node('Sub', [
    g.node('Mul', [g.node('Add', [tiles, g.ints(reach - 1)]), g.ints(span)]),
    g.node('Add', [length, g.ints(history)]),
  ]);
  const zeros = g.node('ConstantOfShape', [
    g.node('Concat', [g.ints([1, channels]), reshape(g, missing, [1])], { axis: 0 }),
  ]);
  const phases = transpose(g, reshape(g, extend(zeros), [channels, -1, TILE, dilation]), [2, 0, 1, 3]);
  const parts = Array.from({ length: reach }, (_, block) => {
    const rows = Math.min(TILE, products - block * TILE);
    const starts = g.ints([0, block]);
    const ends = g.node('Concat', [g.ints([rows]), g.node('Add', [tileCount, g.ints([block])])], { axis: 0 });
    return g.node('Slice', [phases, starts, ends, g.ints([0, 2])]);
  });
  const windows = reshape(g, g.node('Concat', parts, { axis: 0 }), [products, -1]);
  const inputMatrix = g.constant(float32([products, products], Float32Array.from(fir.inputTransform)));
  const spectrum = reshape(g, g.node('MatMul', [inputMatrix, windows]), [products, channels, -1]);
  const filter = g.weight(
    `${kernel.key}.transformed`,
    float32([products, outputs, channels], transformKernel(fir, kernel.values)),
  );
  const filtered = reshape(g, g.node('MatMul', [filter, spectrum]), [products, -1]);
  const outputMatrix = g.constant(float32([TILE, products], Float32Array.from(fir.outputTransform)));
  const tiled = g.node('Reshape', [
    g.node('MatMul', [outputMatrix, filtered]),
    g.node('Concat', [g.ints([TILE, outputs]), tileCount, g.ints([dilation])], { axis: 0 }),
  ]);
  const columns = reshape(g, transpose(g, tiled, [1, 2, 0, 3]), [1, outputs, -1]);
  const cut = g.node('Slice', [columns, g.ints([0]), reshape(g, length, [1]), g.ints([2])]);
  return g.node('Add', [cut, g.weight(`${bias.key}.column`, float32([outputs, 1], bias.values))]);
}
