import { inSpan } from '@ownvoice/shared';
import type { Engine, SpokenChunk, SynthesisControl, SynthesisJob } from '../engines/engine.js';

/**
 * Has the engine speak one chunk inside a span `chunk`, from the moment it is handed over, and inside that a span
 * `engine`, from the moment the engine starts on it.
 */
export async function synthesizeInSpans(
  engine: Engine,
  job: SynthesisJob,
  { signal, onStart }: SynthesisControl,
): Promise<SpokenChunk> {
  const attributes = { 'tts.engine': engine.name, 'tts.characters': job.text.length };
  return await inSpan('chunk', attributes, async () => {
    let began = () => {};
    const beginning = new Promise<void>((resolve) => {
      began = resolve;
    });
    const work = engine.synthesize(job, {
      signal,
      onStart: () => {
        onStart();
        began();
      },
    });
    beginning.then(() => inSpan('engine', attributes, () => work)).catch(() => undefined);
    return await work;
  });
}
