import { dimension, slice } from '../layers/operators.js';
import type { GraphBuilder, Value } from '../onnx/builder.js';
import type { Dimension } from '../onnx/messages.js';

/** What a stream carries from one run of a graph to the next, input `NAME` and output `NAME_out`, float32. */
export interface CarriedState {
  readonly name: string;
  /** Of the very first run: zeros. */
  readonly shape: readonly number[];
}

/**
 * Declares the carried states of a causal network: every operator that looks back keeps the end of its input, so that
 * a signal cut into pieces gives exactly what it gives in one.
 */
export class StreamStates {
  readonly declared: CarriedState[] = [];

  /** A state whose length may grow along one axis; `shape` is that of the first run, without the leading 1. */
  growing(
    g: GraphBuilder,
    name: string,
    shape: readonly number[],
    axis: number,
  ): { value: Value; keep: (next: Value) => void } {
    const open = (suffix: string): Dimension[] => [
      'B',
      ...shape.map((size, i): Dimension => (i + 1 === axis ? `${name}_${suffix}` : size)),
    ];
    const value = g.input(name, 'float32', open('in'));
    this.declared.push({ name, shape: [1, ...shape] });
    return { value, keep: (next) => g.output(next, `${name}_out`, 'float32', open('out')) };
  }

  /** Puts the last `columns` of the signal so far before `x [1, channels, T]` and keeps the new last ones. */
  columns(g: GraphBuilder, name: string, x: Value, channels: number, columns: number): Value {
    return this.#extended(g, name, [x], [1, channels, columns], 2);
  }

  /**
   * The same for the last `rows` of `x [T, channels]`. `after`, of the same channels, is put behind; it is no part of the
   * signal.
   */
  rows(g: GraphBuilder, name: string, x: Value, channels: number, rows: number, after?: Value): Value {
    return this.#extended(g, name, after ? [x, after] : [x], [rows, channels], 0);
  }

  #extended(
    g: GraphBuilder,
    name: string,
    [x, ...after]: readonly [Value, ...Value[]],
    shape: readonly number[],
    axis: number,
  ): Value {
    if (shape[axis] === 0 && after.length === 0) return x;
    const before = g.input(name, 'float32', shape);
    this.declared.push({ name, shape });
    const whole = g.node('Concat', [before, x, ...after], { axis });
    const kept = after.length === 0 ? slice(g, whole, axis, -shape[axis]!) : this.#between(g, whole, x, shape, axis);
    g.output(kept, `${name}_out`, 'float32', shape);
    return whole;
  }

  /** The columns in front of what is no part of the signal. */
  #between(g: GraphBuilder, whole: Value, x: Value, shape: readonly number[], axis: number): Value {
    const start = dimension(g, x, axis);
    const end = g.node('Add', [start, g.ints([shape[axis]!])]);
    return g.node('Slice', [whole, start, end, g.ints([axis])]);
  }
}
