import type { CheckpointConfig, SamplingDefaults } from '../checkpoint/config.js';

/** How codes are sampled. */
export interface Sampling {
  readonly talker: SamplingDefaults;
  readonly codePredictor: SamplingDefaults;
  readonly repetitionPenalty: number;
}

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

export function defaultSampling({ generation }: CheckpointConfig): Sampling {
  return {
    talker: generation.talker,
    codePredictor: generation.codePredictor,
    repetitionPenalty: generation.repetitionPenalty,
  };
}

/** Always the most likely code. For comparisons only: greedy speech degenerates. */
export function greedySampling(config: CheckpointConfig): Sampling {
  const { talker, codePredictor, repetitionPenalty } = defaultSampling(config);
  return {
    talker: { ...talker, sample: false },
    codePredictor: { ...codePredictor, sample: false },
    repetitionPenalty,
  };
}
