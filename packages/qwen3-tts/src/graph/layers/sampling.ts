import type { GraphBuilder, Value } from '../onnx/builder.js';
import { int32, int64 } from '../onnx/tensor.js';
import { SUPPRESSED } from './attention.js';

/** How each row of a batch is sampled; every value is `[B, 1]`. */
export interface SamplingValues {
  /** float32, above 0 */
  readonly temperature: Value;
  /** int64, 1 … the width of the noise: only logits not below the k-th largest stay. 1 is greedy where the noise is 0. */
  readonly topK: Value;
  /** float32, above 0: only the largest probabilities that together exceed it stay; 2 keeps all. */
  readonly topP: Value;
}

/** {@link SamplingValues} as a step takes them, `[B, 1, 1]`: what all steps share is computed once. */
export interface SamplingPlan {
  readonly temperature: Value;
  readonly topP: Value;
  /** int64: topK − 1, the index of the last logit that stays for sure. */
  readonly last: Value;
  /** `[1]` int64: how many candidates there are, above every row's k, for the ties. */
  readonly count: Value;
}

/** `integers`: the type of `topK`, and of the tokens that are sampled. */
export function samplingPlan(
  g: GraphBuilder,
  { temperature, topK, topP }: SamplingValues,
  count: Value,
  integers: 'int64' | 'int32' = 'int64',
): SamplingPlan {
  const last = g.node('Sub', [topK, integers === 'int64' ? g.ints(1) : g.constant(int32([], [1]))]);
  const deeper = (x: Value) => g.node('Unsqueeze', [x, g.ints([1])]);
  return { temperature: deeper(temperature), topP: deeper(topP), last: deeper(last), count };
}

/**
 * The tokens that can be sampled: `[B, 1, W]` with W the number of candidates asked for, in falling order.
 * What is filtered out has a logit of about −1e30.
 */
export interface Candidates {
  readonly logits: Value;
  /** int64 */
  readonly ids: Value;
}

/** Temperature, top-k (ties with the k-th stay) and top-p of `logits [B, 1, V]`, in the order of the reference implementation. */
export function candidates(g: GraphBuilder, logits: Value, plan: SamplingPlan): Candidates {
  const [values, ids] = g.nodes('TopK', [logits, plan.count], 2, { axis: -1 }) as [Value, Value];
  const last = g.node('GatherElements', [values, plan.last], { axis: -1 });
  const suppressed = g.scalar(SUPPRESSED);
  const scaled = g.node('Div', [values, plan.temperature]);
  const kept = g.node('Where', [g.node('GreaterOrEqual', [values, last]), scaled, suppressed]);
  const above = g.node('CumSum', [g.node('Softmax', [kept], { axis: -1 }), g.ints(-1)], { exclusive: 1 });
  return { logits: g.node('Where', [g.node('Less', [above, plan.topP]), kept, suppressed]), ids };
}

/**
 * Samples one token a row from `softmax(logits)`, as `argmax(logits + Gumbel noise)`.
 * `noise [B, 1, W]` float32 → int64 `[B, 1]`; int32 with the `vocabulary`'s size, for devices that move no int64
 */
export function sampleToken(g: GraphBuilder, { logits, ids }: Candidates, noise: Value, vocabulary?: number): Value {
  const choice = g.node('ArgMax', [g.node('Add', [logits, noise])], { axis: -1, keepdims: 1 });
  return g.node('GatherND', [narrowed(g, ids, vocabulary), choice], { batch_dims: 2 });
}

/** int64 ids as they are, or below `vocabulary` as int32. */
function narrowed(g: GraphBuilder, ids: Value, vocabulary: number | undefined): Value {
  return vocabulary === undefined ? ids : g.node('Gather', [counting(g, int32, [vocabulary]), ids], { axis: 0 });
}

/** 0, 1, 2 … along the last axis of `shape`. */
export function counting(g: GraphBuilder, make: typeof int64, shape: readonly number[]): Value {
  return g.constant(
    make(
      shape,
      Array.from({ length: shape.at(-1)! }, (_, i) => i),
    ),
  );
}

/**
 * {@link sampleToken} with noise that belongs to the token, not to its place among the candidates: similar logits then
 * mostly give the same token. `noise [B, 1, V]`
 */
export function sampleTokenByOwnNoise(g: GraphBuilder, chosen: Candidates, noise: Value, vocabulary?: number): Value {
  const ids = narrowed(g, chosen.ids, vocabulary);
  return sampleToken(g, { logits: chosen.logits, ids }, g.node('GatherElements', [noise, ids], { axis: -1 }));
}

/**
 * `logits [..., V]` → `[..., 1]`: not a number or infinite when one of them is. TopK leaves such values out, so that sampling
 * would go on with the others.
 */
export function sumOfLogits(g: GraphBuilder, logits: Value): Value {
  return g.node('ReduceSum', [logits, g.ints([-1])], { keepdims: 1 });
}

/** The vocabulary of codebook 0. */
export interface TalkerVocabulary {
  readonly size: number;
  readonly eos: number;
}

/** The last 1024 rows of the codec vocabulary are no audio codes. */
export const SPECIAL_TOKENS = 1024;

/** The official generation never ends before the second token. */
export const MINIMUM_TOKENS = 2;

/**
 * Repetition penalty, minimum length and suppression of the talker's logits `[B, V]`.
 * `seen [B, V]` bool: tokens of this utterance so far; `penalty [B, 1]`; `generatedTokens [B, 1]` int64: their number.
 */
export function talkerLogits(
  g: GraphBuilder,
  logits: Value,
  vocabulary: TalkerVocabulary,
  { seen, penalty, generatedTokens }: { seen: Value; penalty: Value; generatedTokens: Value },
): Value {
  const negative = g.node('Less', [logits, g.scalar(0)]);
  const penalized = g.node('Where', [negative, g.node('Mul', [logits, penalty]), g.node('Div', [logits, penalty])]);
  const applied = g.node('Where', [seen, penalized, logits]);
  const ids = counting(g, int64, [1, vocabulary.size]);
  const isEnd = g.node('Equal', [ids, g.ints(vocabulary.eos)]);
  const isAudio = g.node('Less', [ids, g.ints(vocabulary.size - SPECIAL_TOKENS)]);
  const mayEnd = g.node('GreaterOrEqual', [generatedTokens, g.ints(MINIMUM_TOKENS)]);
  const allowed = g.node('Or', [isAudio, g.node('And', [isEnd, mayEnd])]);
  return g.node('Where', [allowed, applied, g.scalar(SUPPRESSED)]);
}

/** Adds the tokens of this step, int64 `[B, 1]`, to those that each row has `seen [B, V]`. */
export function markSeen(g: GraphBuilder, seen: Value, tokens: Value, vocabularySize: number): Value {
  return g.node('Or', [seen, g.node('Equal', [counting(g, int64, [1, vocabularySize]), tokens])]);
}
