import type { Engine } from '../engine.js';
import { ChildEngine, type EngineLogger } from '../supervisor.js';

/**
 * The built-in voice: nine voices by formant synthesis, on any machine, without a model.
 *
 * Its synthesizer has a licence of its own (GPL-3.0) and is an optional dependency, so it is only ever loaded in this
 * process of its own. Where it is not installed the engine ends in state `failed` and says so.
 *
 * The entry is the built file, also when this file runs from the sources.
 */
export function createBuiltinEngine(logger: EngineLogger): Engine {
  const entry = new URL(import.meta.url.replace(/\/src\/(engines\/builtin\/index)\.ts$/u, '/dist/$1.js'));
  return new ChildEngine({ name: 'builtin', entry: new URL('./builtin-process.js', entry), options: {}, logger });
}
