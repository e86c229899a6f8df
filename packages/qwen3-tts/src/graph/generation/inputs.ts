import type { CheckpointConfig } from '../../checkpoint/config.js';
import type { SamplingValues } from '../layers/sampling.js';
import type { GraphBuilder } from '../onnx/builder.js';
import type { GraphTarget } from '../target.js';

export type GenerationInputs = Readonly<ReturnType<typeof declareInputs>>;

/**
 * The inputs of the generation graph; B rows, S prompt positions or 1, C past positions, N frames at most, W candidates of
 * codebook 0.
 */
export function declareInputs(g: GraphBuilder, { talker }: CheckpointConfig, target: GraphTarget) {
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
    /** Added to the embedding of each frame. */
    trailing: g.input('trailing', 'float32', ['B', 'N', talker.hiddenSize]),
    /** Tokens of codebook 0 so far. Below 0, the row only fills the batch and never ends. */
    generatedTokens: g.input('generated_tokens', 'int64', ['B', 1]),
    /** Which tokens these are. */
    seen: g.input('seen', 'bool', ['B', talker.vocabularySize]),
    /** N */
    limit: g.input('limit', 'int64', []),
    /** The segment ends when so many rows ended. */
    stopAfter: g.input('stop_after', 'int64', []),
    talkerNoise: g.input('talker_noise', 'float32', ['B', 'N', 'W']),
    /** Of every candidate of a code; in the layout for CPUs of every code. */
    predictorNoise: g.input('predictor_noise', 'float32', ['B', 'N', talker.codeGroups - 1, 'Wp']),
    /** How many candidates, above every row's k. In the layout for CPUs only, where the noise does not tell. */
    predictorCandidates: target === 'cpu' ? g.input('predictor_candidates', 'int64', [1]) : undefined,
    /** The repetition penalty. */
    penalty: g.input('penalty', 'float32', ['B', 1]),
    talkerSampling: sampling('talker'),
    predictorSampling: sampling('predictor'),
  };
}
