import { MODEL_ENVIRONMENT } from '@ownvoice/qwen3-tts/environment';
import { builtEntry } from '@ownvoice/shared/built-entry';
import type { Precision } from '@ownvoice/shared/contract/models';
import { ChildEngine, type EngineLogger } from '../child-engine.js';
import type { Engine } from '../engine.js';
import type { InstallationOptions } from './installation.js';
import { InstallingEngine } from './installing-engine.js';
import type { Qwen3Options } from './qwen3-process.js';

/** A cancelled job stops at the end of a segment, which takes seconds on a slow machine. */
const CANCEL_GRACE_MS = 20_000;

/** The model in a process of its own. `environment`: its variables, to which those of a model are added. */
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

/** A model that is downloaded or built first. */
export function createInstallingEngine(
  installation: InstallationOptions & { readonly precision: Precision },
  options: Omit<Qwen3Options, 'folder'>,
  logger: EngineLogger,
  environment: NodeJS.ProcessEnv,
): Engine {
  return new InstallingEngine({
    installation,
    entry: builtEntry(import.meta.url, './install-process.js'),
    open: (folder) => createQwen3Engine({ ...options, folder }, logger, environment),
    logger,
  });
}
