import { builtEntry } from '@ownvoice/shared/built-entry';
import { ChildEngine, type EngineLogger } from '../child-engine.js';
import type { Engine } from '../engine.js';

/**
 * The built-in voice: nine voices by formant synthesis, on any machine, without a model.
 *
 * Its synthesizer is licensed under the GPL-3.0, so it is an optional dependency and only ever loaded in the engine's own
 * process. Without it the engine ends in state `failed`.
 */
export function createBuiltinEngine(logger: EngineLogger): Engine {
  const entry = builtEntry(import.meta.url, './builtin-process.js');
  return new ChildEngine({ name: 'builtin', entry, options: {}, logger });
}
