import type { Config } from '../config.js';
import type { ModelSource } from './selection.js';

/** Finds the model that the options ask for. */
export function modelSource({ model, modelsDir }: Pick<Config, 'model' | 'modelsDir'>): ModelSource {
  const reason = `The model ${model} is not in ${modelsDir}; npm run model -- pull ${model} fetches and builds it.`;
  return { kind: 'absent', reason };
}
