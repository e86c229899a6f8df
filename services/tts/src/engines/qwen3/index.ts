import type { Precision } from '@ownvoice/qwen3-tts';
import { MODEL_ENVIRONMENT } from '@ownvoice/qwen3-tts/environment';
import { builtEntry } from '@ownvoice/shared/built-entry';
import type { Engine } from '../engine.js';
import { ChildEngine, type EngineLogger } from '../supervisor.js';
import type { PreparationOptions } from './preparation.js';
import { PreparingEngine } from './preparing-engine.js';
import type { Qwen3Options } from './qwen3-process.js';

/** A cancelled job stops at the end of a segment, which takes seconds on a slow machine. */
const CANCEL_GRACE_MS = 20_000;

/** The model in a process of its own. `environment`: what the process is to have; what a model wants is added. */
export function createQwen3Engine(options: Qwen3Options, logger: EngineLogger, environment: NodeJS.ProcessEnv): Engine {
  return new ChildEngine({
    name: 'qwen3-tts',
    entry: builtEntry(import.meta.url, './qwen3-process.js'),
    options,
    logger,
    cancelGraceMs: CANCEL_GRACE_MS,
    environment: { ...MODEL_ENVIRONMENT, ...environment },
  });
}

/** A model that is fetched or built first. */
export function createPreparingEngine(
  preparation: PreparationOptions & { readonly precision: Precision },
  options: Omit<Qwen3Options, 'folder'>,
  logger: EngineLogger,
  environment: NodeJS.ProcessEnv,
): Engine {
  return new PreparingEngine({
    preparation,
    entry: builtEntry(import.meta.url, './preparation-process.js'),
    open: (folder) => createQwen3Engine({ ...options, folder }, logger, environment),
    logger,
  });
}
