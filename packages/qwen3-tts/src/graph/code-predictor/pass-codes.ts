import type { Module } from '../layers/module.js';
import { cast, dimension, slice } from '../layers/operators.js';
import { candidates, sampleTokenByOwnNoise, sumOfLogits } from '../layers/sampling.js';
import type { Value } from '../onnx/builder.js';
import { headOfCodebook } from './head-of-codebook.js';
import type { PredictorInputs, PredictorNetwork } from './step.js';

interface PassStates {
  /** `[B, 1 or 2, Hc]`: the second position's input is the draft. */
  readonly hidden: Value;
  /** `[1]` int64: the codebook that the first position predicts; its code may be drafted. */
  readonly position: Value;
  /** `[B, position + 1 or 0]` int64: the codes so far, and the draft. */
  readonly codes: Value;
  /** `[B, 1]` */
  readonly logitSum: Value;
}

interface PassCodes {
  /** `[1]` int64: 1 if the draft is right in every row, and thus the second position's code too, else 0. */
  readonly accepted: Value;
  /** The codes so far, and a draft if the next pass can verify one. */
  readonly codes: Value;
  readonly logitSum: Value;
}

/**
 * The codes of a pass, in a Loop with one copy of the heads: the code of the first position; if it is the draft, that of the
 * second; and the next draft, by the next head on the same hidden state. At position 0 the code is known and right.
 */
export async function codesOfPass(
  m: Module,
  { codeGroups }: PredictorNetwork,
  inputs: PredictorInputs,
  { hidden, position, codes, logitSum }: PassStates,
): Promise<PassCodes> {
  const outer = m.g;
  const first = outer.node('Max', [position, outer.ints([1])]);
  const known = outer.node('Slice', [codes, outer.ints([0]), first, outer.ints([1])]);
  const draft = slice(outer, codes, 1, -1);
  const drafts = outer.node('Sub', [dimension(outer, hidden, 1), outer.ints([1])]);
  const rows = dimension(outer, codes, 0);
  const right = cast(outer, outer.node('Equal', [position, outer.ints([0])]), 'int64');

  const body = m.on(outer.scope('code').subgraph('predictor_code'));
  const { g } = body;
  const index = g.input('index', 'int64', []);
  g.input('keep_going', 'bool', []);
  const before = g.input('codes', 'int64', ['Bp', 'Np']);
  const sumBefore = g.input('logit_sum', 'float32', ['Bp', 1]);
  const acceptedBefore = g.input('accepted', 'int64', [1]);

  const codebook = g.node('Add', [first, index]);
  const head = g.node('Sub', [codebook, g.ints([1])]);
  const state = g.node('Gather', [hidden, acceptedBefore], { axis: 1 });
  const logits = await headOfCodebook(body, codeGroups - 1, head, state);
  const noise = g.node('Gather', [inputs.noise, head], { axis: 1 });
  const sampling = g.scope('sampling');
  const code = sampleTokenByOwnNoise(sampling, candidates(sampling, logits, inputs.sampling), noise);
  const sum = sampling.node('Squeeze', [sumOfLogits(sampling, logits), g.ints([1])]);

  const equal = g.node('ReduceSum', [cast(g, g.node('Equal', [code, draft]), 'int64'), g.ints([0])], { keepdims: 0 });
  const verified = g.node('Mul', [cast(g, g.node('Equal', [equal, rows]), 'int64'), drafts]);
  const accepted = g.node('Where', [g.node('Equal', [codebook, position]), verified, acceptedBefore]);
  const lastCode = g.node('Add', [position, accepted]);
  // A draft of the last code would be of no use: it has no code behind it.
  const useful = cast(g, g.node('Less', [lastCode, g.ints([codeGroups - 2])]), 'int64');
  const nextDrafts = g.node('Mul', [useful, inputs.speculate ?? g.ints(0)]);
  const more = g.node('Less', [codebook, g.node('Add', [lastCode, nextDrafts])]);

  g.output(g.node('Squeeze', [more]), 'keep_going_out', 'bool', []);
  g.output(g.node('Concat', [before, code], { axis: 1 }), 'codes_out', 'int64', ['Bq', 'Nq']);
  g.output(g.node('Add', [sumBefore, sum]), 'logit_sum_out', 'float32', ['Bq', 1]);
  g.output(accepted, 'accepted_out', 'int64', [1]);
  const most = outer.ints(3);
  const outputs = outer.scope('code').nodes('Loop', [most, '', known, logitSum, right], 3, { body: g });
  return { codes: outputs[0]!, logitSum: outputs[1]!, accepted: outputs[2]! };
}
