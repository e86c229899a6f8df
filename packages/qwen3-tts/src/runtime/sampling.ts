import type { CheckpointConfig, SamplingDefaults } from '../checkpoint/config.js';

/** How codes are drawn. What is left out comes from the checkpoint's own defaults. */
export interface Sampling {
  readonly talker: SamplingDefaults;
  readonly codePredictor: SamplingDefaults;
  readonly repetitionPenalty: number;
}

/** Logits equal to the k-th largest all stay; this many of them are looked at. */
const TIES = 14;

/** One level's sampling in the terms of the generation graph. */
export interface LevelSampling {
  readonly temperature: number;
  readonly topK: number;
  readonly topP: number;
  /** Noise values for a draw: 0 of them means greedy. */
  readonly noise: number;
  /** Candidates the graph has to look at. */
  readonly candidates: number;
}

/** Above every sum of probabilities: keeps all of them. */
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

/** Always the most likely code: for comparisons only, spoken results degenerate. */
export function greedySampling(config: CheckpointConfig): Sampling {
  const { talker, codePredictor, repetitionPenalty } = defaultSampling(config);
  return {
    talker: { ...talker, sample: false },
    codePredictor: { ...codePredictor, sample: false },
    repetitionPenalty,
  };
}
