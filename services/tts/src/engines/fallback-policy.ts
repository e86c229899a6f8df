import { holdsBuild } from '@ownvoice/qwen3-tts/store';
import type { Config } from '../config.js';

/** When the built-in voice speaks: never, until the model is ready for the first time, or whenever it is not. */
export type FallbackPolicy = 'never' | 'until-model' | 'whenever';

/**
 * `auto` keeps the built-in voice for machines that have never had a model: whoever chose one, or has one in the models
 * folder in whatever state, is told that it is not ready and does not get another voice.
 */
export async function fallbackPolicy(
  config: Pick<Config, 'fallback' | 'isModelChosen' | 'modelsDir'>,
): Promise<FallbackPolicy> {
  if (config.fallback !== 'auto') return config.fallback === 'on' ? 'whenever' : 'never';
  return config.isModelChosen || (await holdsBuild(config.modelsDir)) ? 'never' : 'until-model';
}
