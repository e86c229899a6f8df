import { reshape } from './blocks.js';
import type { GraphBuilder, Value } from './builder.js';
import { int64 } from './tensor.js';

/** Stands for minus infinity: it survives a division by a small temperature. */
const SUPPRESSED = -1e30;

/** How each row of a batch is sampled; every value is `[B, 1]`. */
export interface SamplingValues {
  /** float32, above 0 */
  readonly temperature: Value;
  /** int64, 1 … the width of the noise: only logits not below the k-th largest stay. 1 is greedy where the noise is 0. */
  readonly topK: Value;
  /** float32, above 0: only the largest probabilities that together exceed it stay; 2 keeps all. */
  readonly topP: Value;
}

/**
 * The tokens that can be drawn: `[B, W]` with W the number of candidates asked for, in falling order.
 * What is filtered out has a logit of about −1e30.
 */
export interface Candidates {
  readonly logits: Value;
  /** int64 */
  readonly ids: Value;
}

/**
 * Temperature, top-k (ties with the k-th stay) and top-p, in the order of the reference implementation.
 * `logits [B, V]`; `count`, an int64 scalar, is the number of candidates: above every row's k, for the ties.
 */
export function candidates(g: GraphBuilder, logits: Value, count: Value, sampling: SamplingValues): Candidates {
  const [values, ids] = g.nodes('TopK', [logits, reshape(g, count, [1])], 2, { axis: -1 }) as [Value, Value];
  const last = g.node('GatherElements', [values, g.node('Sub', [sampling.topK, g.ints(1)])], { axis: 1 });
  const suppressed = g.scalar(SUPPRESSED);
  const scaled = g.node('Div', [values, sampling.temperature]);
  const kept = g.node('Where', [g.node('GreaterOrEqual', [values, last]), scaled, suppressed]);
  const above = g.node('CumSum', [g.node('Softmax', [kept], { axis: -1 }), g.ints(1)], { exclusive: 1 });
  return { logits: g.node('Where', [g.node('Less', [above, sampling.topP]), kept, suppressed]), ids };
}

/** Draws one token a row by the Gumbel-max rule. `noise [B, W]` float32 → int64 `[B, 1]` */
export function draw(g: GraphBuilder, { logits, ids }: Candidates, noise: Value): Value {
  const choice = g.node('ArgMax', [g.node('Add', [logits, noise])], { axis: 1, keepdims: 1 });
  return g.node('GatherElements', [ids, choice], { axis: 1 });
}

/** Which codebook-0 tokens can be drawn at all. */
export interface TokenRules {
  readonly vocabulary: number;
  readonly eos: number;
  /** No end before this many tokens. */
  readonly minimum: number;
}

/** The last 1024 rows of the codec vocabulary are no audio codes. */
const SPECIAL_TOKENS = 1024;

/**
 * Repetition penalty, minimum length and suppression of the talker's logits `[B, V]`.
 * `seen [B, V]` bool: tokens of this utterance so far; `penalty [B, 1]`; `drawn [B, 1]` int64: their number.
 */
export function talkerLogits(
  g: GraphBuilder,
  logits: Value,
  rules: TokenRules,
  { seen, penalty, drawn }: { seen: Value; penalty: Value; drawn: Value },
): Value {
  const negative = g.node('Less', [logits, g.scalar(0)]);
  const penalised = g.node('Where', [negative, g.node('Mul', [logits, penalty]), g.node('Div', [logits, penalty])]);
  const applied = g.node('Where', [seen, penalised, logits]);
  const ids = g.constant(
    int64(
      [1, rules.vocabulary],
      Array.from({ length: rules.vocabulary }, (_, id) => id),
    ),
  );
  const isEnd = g.node('Equal', [ids, g.ints(rules.eos)]);
  const isAudio = g.node('Less', [ids, g.ints(rules.vocabulary - SPECIAL_TOKENS)]);
  const mayEnd = g.node('GreaterOrEqual', [drawn, g.ints(rules.minimum)]);
  const allowed = g.node('Or', [isAudio, g.node('And', [isEnd, mayEnd])]);
  return g.node('Where', [allowed, applied, g.scalar(SUPPRESSED)]);
}
