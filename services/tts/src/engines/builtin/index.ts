import { builtEntry } from '@ownvoice/shared/built-entry';
import { ChildEngine, type EngineLogger } from '../child-engine.js';
import type { Engine } from '../engine.js';

/**
 * The synthesizer speaks a sentence in one synchronous step: tenths of a second, 4 s for one of 500 characters at the slowest
 * speed. Waiting for it is cheaper than a new process.
 */
const CANCEL_GRACE_MS = 5_000;

/**
 * The built-in voice: nine voices by formant synthesis, on any machine, without a model.
 *
 * Its synthesizer is licensed under the GPL-3.0, so it is an optional dependency and only ever loaded in the engine's own
 * process. Without it the engine ends in state `failed`.
 */
export function createBuiltinEngine(logger: EngineLogger): Engine {
  const entry = builtEntry(import.meta.url, './builtin-process.js');
  return new ChildEngine({ name: 'builtin', entry, options: {}, logger, cancelGraceMs: CANCEL_GRACE_MS });
}
