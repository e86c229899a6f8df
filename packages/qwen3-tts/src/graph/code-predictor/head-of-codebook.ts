import { linear } from '../layers/linear.js';
import type { Module } from '../layers/module.js';
import type { Value } from '../onnx/builder.js';

/**
 * `lm_head[index] · hidden`, for one of `count` heads that is known only at run time: a binary tree of branches, so that
 * each head is repacked once. A head that was gathered by `index` would not be repacked at all.
 */
export function headOfCodebook(m: Module, count: number, index: Value, hidden: Value): Promise<Value> {
  return headBetween(m, index, hidden, 0, count);
}

async function headBetween(m: Module, index: Value, hidden: Value, begin: number, end: number): Promise<Value> {
  if (end - begin === 1) return linear(m.child(`lm_head.${begin}`), hidden);
  const middle = (begin + end) >> 1;
  const branch = async (from: number, to: number) => {
    const name = `lm_head.${from}-${to - 1}`;
    const graph = m.g.subgraph(name);
    graph.scope(name).output(await headBetween(m.on(graph), index, hidden, from, to), 'logits', 'float32');
    return graph;
  };
  const g = m.g.scope(`lm_head.${begin}-${end - 1}`);
  return g.node('If', [g.node('Less', [index, g.ints(middle)])], {
    then_branch: await branch(begin, middle),
    else_branch: await branch(middle, end),
  });
}
