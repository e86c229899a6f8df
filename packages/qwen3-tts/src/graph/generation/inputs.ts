import type { CheckpointConfig } from '../../checkpoint/config.js';
import type { KeyValues } from '../layers/heads.js';
import type { SamplingValues } from '../layers/sampling.js';
import type { GraphBuilder, Value } from '../onnx/builder.js';
import type { GraphTarget } from '../target.js';

/** The inputs of the generation graph; B rows, S prompt positions or 1, C past positions, N frames at most, W candidates of codebook 0. */
export interface GenerationInputs {
  /** `[B, S, H]` */
  readonly inputs: Value;
  /** `[B, keyValueHeads, 1, C, headSize]` each. */
  readonly past: readonly KeyValues[];
  /** `[B]` int64 */
  readonly pastLengths: Value;
  /** `[B, N, H]`: added to the embedding of each frame. */
  readonly trailing: Value;
  /** `[B, 1]` int64: tokens of codebook 0 so far. Below 0, the row only fills the batch and never ends. */
  readonly generatedTokens: Value;
  /** `[B, V]` bool: which tokens these are. */
  readonly seen: Value;
  /** int64 scalar: N */
  readonly limit: Value;
  /** int64 scalar: the segment ends when so many rows ended. */
  readonly stopAfter: Value;
  /** `[B, N, W]` */
  readonly talkerNoise: Value;
  /** `[B, N, groups − 1, W']`, of every candidate of a code; in the layout for CPUs `[B, N, groups − 1, Vc]`, of every code. */
  readonly predictorNoise: Value;
  /** `[1]` int64: W', above every row's k. In the layout for CPUs only, where the noise does not tell. */
  readonly predictorCandidates: Value | undefined;
  /** `[B, 1]`: the repetition penalty. */
  readonly penalty: Value;
  readonly talkerSampling: SamplingValues;
  readonly predictorSampling: SamplingValues;
}

export function declareInputs(g: GraphBuilder, { talker }: CheckpointConfig, target: GraphTarget): GenerationInputs {
  const sampling = (level: string): SamplingValues => ({
    temperature: g.input(`${level}_temperature`, 'float32', ['B', 1]),
    topK: g.input(`${level}_top_k`, 'int64', ['B', 1]),
    topP: g.input(`${level}_top_p`, 'float32', ['B', 1]),
  });
  const cacheShape = ['B', talker.keyValueHeads, 1, 'C', talker.headSize] as const;
  return {
    inputs: g.input('inputs', 'float32', ['B', 'S', talker.hiddenSize]),
    past: Array.from({ length: talker.layers }, (_, layer) => ({
      key: g.input(`past_key_${layer}`, 'float32', cacheShape),
      value: g.input(`past_value_${layer}`, 'float32', cacheShape),
    })),
    pastLengths: g.input('past_lengths', 'int64', ['B']),
    trailing: g.input('trailing', 'float32', ['B', 'N', talker.hiddenSize]),
    generatedTokens: g.input('generated_tokens', 'int64', ['B', 1]),
    seen: g.input('seen', 'bool', ['B', talker.vocabularySize]),
    limit: g.input('limit', 'int64', []),
    stopAfter: g.input('stop_after', 'int64', []),
    talkerNoise: g.input('talker_noise', 'float32', ['B', 'N', 'W']),
    predictorNoise: g.input('predictor_noise', 'float32', ['B', 'N', talker.codeGroups - 1, 'Wp']),
    predictorCandidates: target === 'cpu' ? g.input('predictor_candidates', 'int64', [1]) : undefined,
    penalty: g.input('penalty', 'float32', ['B', 1]),
    talkerSampling: sampling('talker'),
    predictorSampling: sampling('predictor'),
  };
}
