import { inSpan } from '@ownvoice/shared';
import type { ChunkSpeech, Engine, SynthesisControl, SynthesisJob } from '../engines/engine.js';

/**
 * Synthesises one chunk inside a span `chunk`, from dispatch on, with a span `engine` in it from the moment the engine
 * starts on it.
 */
export async function synthesizeInSpans(
  engine: Engine,
  job: SynthesisJob,
  { signal, onStart }: SynthesisControl,
): Promise<ChunkSpeech> {
  const attributes = { 'tts.engine': engine.name, 'tts.characters': job.text.length };
  return await inSpan('chunk', attributes, async () => {
    let started = () => {};
    const start = new Promise<void>((resolve) => {
      started = resolve;
    });
    const work = engine.synthesize(job, {
      signal,
      onStart: () => {
        onStart();
        started();
      },
    });
    start.then(() => inSpan('engine', attributes, () => work)).catch(() => undefined);
    return await work;
  });
}
