import { inSpan, startTracing } from '@ownvoice/shared';
import { type CollectedSpan, collectSpans } from '@ownvoice/shared/testing';
import { expect, test } from 'vitest';
import type { SynthesisJob } from '../engines/engine.js';
import { obedient, ScriptedEngine } from '../testing/scripted-engine.js';
import { ChunkScheduler } from './schedule.js';

const job = (text: string): SynthesisJob => ({
  text,
  language: 'English',
  speed: 1,
  seed: 1,
  reproducible: false,
  estimatedSeconds: 2.5,
  voice: { kind: 'speech', id: 'ryan', instruct: '' },
});

test("a request's trace holds its wait, its chunks and the engine's work, and nothing of another request", async () => {
  const { spans, endpoint, close } = await collectSpans();
  const stop = await startTracing('test', '0.0.0', endpoint);
  const scheduler = new ChunkScheduler({
    engine: new ScriptedEngine(obedient, { parallel: 1 }),
    chunkTimeoutMs: 30_000,
    restartTimeoutMs: 200,
  });
  const { signal } = new AbortController();
  await Promise.all([
    inSpan('first', {}, () => scheduler.run([job('one'), job('two')], signal)),
    inSpan('second', {}, () => scheduler.run([job('three')], signal)),
  ]);
  await stop();
  close();

  const named = (name: string) => spans.filter((span) => span.name === name);
  const below = (parent: CollectedSpan | undefined, name: string) =>
    named(name).filter((span) => span.parentSpanId === parent?.spanId && span.traceId === parent?.traceId);
  for (const [request, chunks] of [['first', 2] as const, ['second', 1] as const]) {
    const [root] = named(request);
    expect(below(root, 'queue')).toHaveLength(1);
    expect(below(root, 'chunk')).toHaveLength(chunks);
    for (const chunk of below(root, 'chunk')) expect(below(chunk, 'engine')).toHaveLength(1);
  }
});
