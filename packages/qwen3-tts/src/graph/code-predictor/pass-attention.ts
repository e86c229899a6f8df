import { groupQueryAttention, type Positions } from '../layers/grouped-query-attention.js';
import type { Attention, Heads, KeyValues } from '../layers/heads.js';
import type { Module } from '../layers/module.js';
import { cast, dimension, split } from '../layers/operators.js';
import type { GraphBuilder, Value } from '../onnx/builder.js';
import { type PredictorNetwork, predictorRotary } from './step.js';

/** What a pass runs over. */
export interface PassInput {
  /** `[B, 1 or 2, H]` */
  readonly x: Value;
  /** `[1]` int64: of the first row of x. Keys and values from here on are stale. */
  readonly position: Value;
  /** `[1]` int64: B */
  readonly rows: Value;
  readonly cache: readonly KeyValues[];
}

/**
 * Attention over one position or two. The runtime's kernels round one query otherwise than two, so two positions take the
 * operator one after the other: each is computed as in a pass of its own. `present` is filled layer by layer.
 */
export function passAttention(
  m: Module,
  network: PredictorNetwork,
  { x, position, rows, cache }: PassInput,
): { readonly attention: Attention; readonly present: KeyValues[] } {
  const { g } = m;
  const tables = predictorRotary(m, network);
  const positionsAt = (offset: number): Positions => {
    const last = cast(g, g.node('Add', [position, g.ints([offset])]), 'int32');
    const next = cast(g, g.node('Add', [position, g.ints([offset + 1])]), 'int32');
    return { last: g.node('Expand', [last, rows]), length: g.node('Squeeze', [next]), tables };
  };
  const [first, second] = [positionsAt(0), positionsAt(1)];
  const two = g.node('Equal', [dimension(g, x, 1), g.ints([2])]);
  const present: KeyValues[] = [];

  const inBranch = (at: GraphBuilder, name: string, attend: (g: GraphBuilder) => Attended): GraphBuilder => {
    const graph = at.subgraph(name);
    const branch = graph.scope(name);
    const { attended, present } = attend(branch);
    branch.output(attended, 'attended', 'float32');
    branch.output(present.key, 'key', 'float32');
    branch.output(present.value, 'value', 'float32');
    return graph;
  };
  const attention: Attention = (at, layer, heads) => {
    const past = cache[layer]!;
    const [attended, key, value] = at.nodes('If', [two], 3, {
      then_branch: inBranch(at, 'two', (g) => {
        const [of0, of1] = rowsOf(g, heads);
        const before = groupQueryAttention(g, network.config, of0, past, first);
        const { attended, present } = groupQueryAttention(g, network.config, of1, before.present, second);
        return { attended: g.node('Concat', [before.attended, attended], { axis: 1 }), present };
      }),
      else_branch: inBranch(at, 'one', (g) => groupQueryAttention(g, network.config, heads, past, first)),
    }) as [Value, Value, Value];
    present.push({ key, value });
    return attended;
  };
  return { attention, present };
}

type Attended = ReturnType<typeof groupQueryAttention>;

/** The heads of each of two positions. */
function rowsOf(g: GraphBuilder, heads: Heads): [Heads, Heads] {
  const [query, key, value] = [heads.query, heads.key, heads.value].map((states) => split(g, states, [1, 1], 1));
  const row = (index: 0 | 1): Heads => ({ ...heads, query: query![index]!, key: key![index]!, value: value![index]! });
  return [row(0), row(1)];
}
