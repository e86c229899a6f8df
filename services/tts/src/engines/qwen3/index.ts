import { MODEL_ENVIRONMENT } from '@ownvoice/qwen3-tts/environment';
import { findModel } from '@ownvoice/qwen3-tts/store';
import { builtEntry } from '@ownvoice/shared/built-entry';
import { GPU_PRECISIONS, type ModelVariant, type Precision } from '@ownvoice/shared/contract/models';
import type { Config } from '../../config.js';
import { ChildEngine, type EngineLogger } from '../child-engine.js';
import type { Engine } from '../engine.js';
import { Installer } from './installer.js';
import { ModelEngine, type ModelEngineOptions } from './model-engine.js';
import type { Qwen3Options } from './qwen3-process.js';

/** A cancelled job stops at the end of a segment, which takes seconds on a slow machine. */
const CANCEL_GRACE_MS = 20_000;

/**
 * A built model in a process of its own. `precision`: of the build, if it is known; the CPU takes over from a lost GPU unless
 * it cannot. `environment`: the variables of the process, to which those of a model are added.
 */
export function createQwen3Engine(
  { precision, ...options }: Qwen3Options & { readonly precision?: Precision },
  logger: EngineLogger,
  environment: NodeJS.ProcessEnv,
): Engine {
  const cpuTakesOver = precision === undefined || !(precision in GPU_PRECISIONS);
  return new ChildEngine({
    name: 'qwen3-tts',
    entry: builtEntry(import.meta.url, './qwen3-process.js'),
    options,
    logger,
    cancelGraceMs: CANCEL_GRACE_MS,
    ...(['auto', 'webgpu'].includes(options.device) &&
      cpuTakesOver && {
        withoutDevice: {
          options: { ...options, device: 'cpu' },
          reason:
            'The GPU was lost three times within ten minutes; the model runs on the CPU until the service is restarted.',
        },
      }),
    environment: { ...MODEL_ENVIRONMENT, ...environment },
  });
}

type ModelConfig = Pick<
  Config,
  'model' | 'modelsDir' | 'precision' | 'chosenPrecision' | 'device' | 'threads' | 'pull' | 'hub' | 'environment'
> &
  Partial<Pick<Config, 'unloadAfter'>>;

/** Installs a variant in a process of its own. */
export function createInstaller(
  { modelsDir, chosenPrecision, hub }: Pick<ModelConfig, 'modelsDir' | 'chosenPrecision' | 'hub'>,
  logger: EngineLogger,
  variant: ModelVariant,
): Installer {
  const installation = { variant, modelsDir, precision: chosenPrecision, ...hub };
  return new Installer(builtEntry(import.meta.url, './install-process.js'), installation, logger);
}

/** The configured model: found, installed or awaited, and served. */
export function createModelEngine(
  config: ModelConfig,
  logger: EngineLogger,
  times: Pick<ModelEngineOptions, 'backoffMs' | 'pollMs' | 'unloadAfterMs'> = {},
): ModelEngine {
  const { model, modelsDir, precision, chosenPrecision, device, threads, pull, environment, unloadAfter } = config;
  return new ModelEngine({
    sourceOf: (variant) => ({
      variant,
      find: () => findModel(modelsDir, variant, precision, chosenPrecision),
      installer: createInstaller(config, logger, variant),
      open: ({ folder, manifest: { precision } }) =>
        createQwen3Engine({ variant, device, threads, folder, precision }, logger, environment),
    }),
    variant: model,
    precision: chosenPrecision,
    modelsDir,
    pull,
    logger,
    ...(unloadAfter !== undefined && { unloadAfterMs: unloadAfter * 1_000 }),
    ...times,
  });
}
