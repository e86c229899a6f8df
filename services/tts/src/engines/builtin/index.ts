import { builtEntry } from '@ownvoice/shared/built-entry';
import { ChildEngine, type EngineLogger } from '../child-engine.js';
import type { Engine } from '../engine.js';

/**
 * The built-in voice: nine voices by formant synthesis, on any machine, without a model.
 *
 * Its synthesizer has a licence of its own (GPL-3.0) and is an optional dependency, so it is only ever loaded in this
 * process of its own. Where it is not installed the engine ends in state `failed` and says so.
 */
export function createBuiltinEngine(logger: EngineLogger): Engine {
  const entry = builtEntry(import.meta.url, './builtin-process.js');
  return new ChildEngine({ name: 'builtin', entry, options: {}, logger });
}
