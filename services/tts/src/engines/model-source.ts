import { choosePrecision, findModel } from '@ownvoice/qwen3-tts/store';
import type { Config } from '../config.js';
import type { EngineLogger } from './child-engine.js';
import { createInstallingEngine, createQwen3Engine } from './qwen3/index.js';
import type { ModelSource } from './selection.js';

type ModelConfig = Pick<
  Config,
  'model' | 'modelsDir' | 'precision' | 'device' | 'threads' | 'pull' | 'hub' | 'environment'
>;

/**
 * Finds the configured model: built, to be built, or to be downloaded. An unusable one is loaded all the same and fails
 * with the reason.
 */
export async function findModelSource(config: ModelConfig): Promise<(logger: EngineLogger) => ModelSource> {
  const { model: variant, modelsDir, precision, device, threads, pull, hub, environment } = config;
  const found = await findModel(modelsDir, variant, precision, device);
  const options = { variant, device, threads };
  if (found.kind === 'built' || found.kind === 'unusable') {
    const { folder } = found;
    return (logger) => ({ kind: 'present', engine: createQwen3Engine({ ...options, folder }, logger, environment) });
  }
  if (found.kind === 'absent' && !pull) {
    const reason = `The model ${variant} is not installed; npm run model -- pull ${variant} downloads and builds it, and so does --pull on.`;
    return (logger) => {
      logger.warn({ modelsDir }, reason);
      return { kind: 'absent', reason };
    };
  }
  const installation = {
    variant,
    modelsDir,
    precision: choosePrecision(precision, device),
    ...(found.kind === 'checkpoint' ? { checkpoint: found.folder } : hub),
  };
  return (logger) => ({ kind: 'present', engine: createInstallingEngine(installation, options, logger, environment) });
}
