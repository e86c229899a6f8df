import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readWav } from '@ownvoice/audio';
import { loadModel, type SpeechModel, type SynthesisInput } from '@ownvoice/qwen3-tts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildGolden, goldenFolder } from '../../testing/golden-models.js';
import type { SpokenCodes, SynthesisJob } from '../engine.js';
import { BatchPlanner } from './batch-plan.js';
import { contextOf, repeatsContext } from './chunk-context.js';
import { Qwen3Engine } from './qwen3-engine.js';

const FRAMES_PER_SECOND = 12.5;

describe('a first chunk as context', () => {
  const whole = { codes: new Int32Array(50), frames: 50, endedBy: 'eos', attempt: 1 };
  const of = (change: object) => contextOf('Good day.', { ...whole, ...change }, FRAMES_PER_SECOND);

  test('is its text and its codes', () => {
    expect(of({})).toEqual({ text: 'Good day.', codes: whole.codes, frames: 50 });
    expect(of({ frames: 38 })).toBeDefined();
    expect(of({ frames: 250 })).toBeDefined();
  });

  test.each([
    ['its room tone was cut off', { endedBy: 'quiet' }],
    ['it reached a limit', { endedBy: 'limit' }],
    ['its first attempt ran away', { attempt: 2 }],
    ['it is shorter than a recording may be', { frames: 37 }],
    ['it is longer than 20 seconds', { frames: 251 }],
  ])('is unfit when %s', (_, change) => {
    expect(of(change)).toBeUndefined();
  });

  test.each([
    ['as long as its text at the same pace', 60, 50, false],
    ['slower by a third', 60, 67, false],
    ['as long as both texts', 60, 100, true],
    ['short, and slow', 4, 20, false],
    ['short, with the text of the context', 4, 54, true],
    ['long, and slow', 300, 330, false],
  ])('is said again by a chunk that is %s: of %d characters in %d frames, %j', (_, characters, frames, expected) => {
    const context = { text: 'x'.repeat(60), frames: 50 };
    expect(repeatsContext(context, { text: 'y'.repeat(characters), frames })).toBe(expected);
  });
});

describe('a chunk with the first one as context', () => {
  const FIRST = 'The lighthouse keeper counted the steps.';
  const SECOND = 'Far below, the sea drew its breath.';
  let folder: string;
  let model: SpeechModel;
  let engine: Qwen3Engine;
  let samples: Float32Array;
  /** What the voice has said before; any codes will do. */
  let context: SpokenCodes;

  const control = { signal: new AbortController().signal, onStart: () => {} };
  const job = (text: string, more: Partial<SynthesisJob> = {}): SynthesisJob => ({
    ...{ text, language: 'English', speed: 1, seed: 5, reproducible: true, estimatedSeconds: 5 },
    voice: { kind: 'clone', reference: { samples, hash: 'recording' } },
    ...more,
  });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'context-'));
    model = await loadModel({ folder: await buildGolden('base-0.6b', folder), device: 'cpu', threads: 1 });
    engine = new Qwen3Engine(model, 'base-0.6b', new BatchPlanner(1, 6.5, 8));
    ({ samples } = readWav(await readFile(join(goldenFolder('base-0.6b'), 'reference-3s.wav'))));
    context = (await model.encodeReference(samples, { text: FIRST })).spoken as SpokenCodes;
  });
  afterAll(async () => {
    await model.close();
    await rm(folder, { recursive: true });
  });

  test('follows a first one that sounds the same whether its codes are wanted or not', async () => {
    const generation = await model.synthesize(
      { kind: 'base', text: FIRST, language: 'English', reference: await model.encodeReference(samples) },
      { seed: 5 },
    );
    const plain = await engine.synthesize(job(FIRST), control);
    expect(plain.samples).toEqual(generation.samples);
    const { context: _, ...giving } = await engine.synthesize(job(FIRST, { givesContext: true }), control);
    expect(giving).toEqual(plain);
    const { codes, frames } = context;
    const long = { ...generation, codes, frames, endedBy: 'eos' } as const;
    vi.spyOn(model, 'synthesize').mockResolvedValueOnce(long).mockResolvedValueOnce(long);
    expect(await engine.synthesize(job(FIRST, { givesContext: true }), control)).toMatchObject({ context });
    expect(await engine.synthesize(job(FIRST), control)).not.toHaveProperty('context');
  });

  test('gets the prompt of an in-context clone: that text and those codes before its own, the same embedding', async () => {
    const spy = vi.spyOn(model, 'synthesize');
    await engine.synthesize(job(SECOND, { context }), control);
    const input = spy.mock.lastCall?.[0] as SynthesisInput;
    spy.mockRestore();
    const { speakerEmbedding } = await model.encodeReference(samples);
    const official = { kind: 'base', text: SECOND, language: 'English' } as const;
    const reference = { speakerEmbedding, spoken: context };
    expect(model.promptVectors(input)).toEqual(model.promptVectors({ ...official, reference }));
    // Role, header, codec start and every frame of the context.
    expect(model.promptVectors(input).length).toBe(3 + 6 + 1 + context.frames);
  });

  test('sounds as if the first one were its recording and transcript, alone and in a batch', async () => {
    const encoded = await engine.encode({ samples, hash: 'recording' }, control);
    const reference = { ...encoded, hash: 'first chunk', spoken: context };
    const asked = await engine.synthesize(job(SECOND, { voice: { kind: 'clone', reference } }), control);
    expect(await engine.synthesize(job(SECOND, { context }), control)).toEqual(asked);
    const texts = [SECOND, FIRST, SECOND];
    const together = await Promise.all(texts.map((text) => engine.synthesize(job(text, { context }), control)));
    expect([together[0], together[2]]).toEqual([asked, asked]);
    expect((await engine.synthesize(job(SECOND), control)).samples).not.toEqual(asked.samples);
  });

  test('fails when it is as long as if it said the first one again', async () => {
    const brief = { ...context, codes: context.codes.slice(0, 16), frames: 1 };
    const repeating = engine.synthesize(job('Yes.', { context: brief }), control);
    await expect(repeating).rejects.toMatchObject({ kind: 'failed', message: expect.stringContaining('again') });
  });
});
