import type { CheckpointConfig, GenerationDefaults, SamplingDefaults } from '../checkpoint/config.js';

export type Sampling = Omit<GenerationDefaults, 'maxNewTokens'>;

/** Candidates beyond the k-th, because all logits equal to the k-th largest stay. */
const TIES = 14;

/** Sampling of one level (talker or code predictor), as the generation graph takes it. */
export interface LevelSampling {
  readonly temperature: number;
  readonly topK: number;
  readonly topP: number;
  /** Noise values of a step; 0 is greedy. */
  readonly noise: number;
  /** Largest logits that the graph sorts. */
  readonly candidates: number;
}

/** Above every sum of probabilities: top-p keeps all. */
const ALL = 2;
const SMALLEST = 1e-6;

export function levelSampling(defaults: SamplingDefaults, vocabulary: number): LevelSampling {
  if (!defaults.sample) {
    return { temperature: 1, topK: 1, topP: ALL, noise: 0, candidates: Math.min(1 + TIES, vocabulary) };
  }
  const topK = defaults.topK > 0 ? Math.min(defaults.topK, vocabulary) : vocabulary;
  const candidates = Math.min(topK + TIES, vocabulary);
  return {
    temperature: Math.max(defaults.temperature, SMALLEST),
    topK,
    topP: defaults.topP < 1 ? Math.max(defaults.topP, SMALLEST) : ALL,
    noise: candidates,
    candidates,
  };
}

export const defaultSampling = ({ generation }: CheckpointConfig): Sampling => generation;

/** Always the most likely code. For comparisons only: greedy speech degenerates. */
export const greedySampling = ({ generation }: CheckpointConfig): Sampling => ({
  ...generation,
  talker: { ...generation.talker, sample: false },
  codePredictor: { ...generation.codePredictor, sample: false },
});
