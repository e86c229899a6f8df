import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plantedModel } from '@ownvoice/qwen3-tts/internals/testing/planted-endings';
import { syntheticWords } from '@ownvoice/qwen3-tts/internals/testing/synthetic-speech';
import { EchoError, RunawayError, type SpeechModel, type SynthesisInput } from '@ownvoice/qwen3-tts/runtime';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { SynthesisJob } from '../engine.js';
import { halves, speakSoundly } from './qwen3-engine.js';

const TEXT = 'We went to the market, where it was loud, and then we went home again.';
const job: SynthesisJob = {
  text: TEXT,
  language: 'English',
  voice: { kind: 'speech', id: 'ryan', instruct: '' },
  speed: 1,
  seed: 5,
  reproducible: true,
  estimatedSeconds: 4.8,
};
/** Of the estimate. */
const ESTIMATE = 60;

type Attempt =
  | { readonly endedBy: 'eos' | 'too_early' | 'ran_on'; readonly frames: number; readonly samples?: Float32Array }
  | { readonly gaveUp: number }
  | { readonly echoed: number };

/** Speaks as the attempts say, in order. @returns what came of it, and the texts and seeds that were spoken */
async function speak(attempts: readonly Attempt[], changed: Partial<SynthesisJob> = {}, onAttempt = () => {}) {
  const calls: { text: string; seed: number; hasty: boolean; transcript: string | undefined; detectEcho?: boolean }[] =
    [];
  const left = [...attempts];
  const model = {
    info: { samplesPerFrame: 1_920 },
    synthesize: async (
      { text, reference }: SynthesisInput & { kind: 'base' },
      { seed, hasty, detectEcho }: { seed: number; hasty: boolean; detectEcho?: boolean },
    ) => {
      calls.push({
        text,
        seed,
        hasty,
        transcript: reference.spoken?.text,
        ...(detectEcho !== undefined && { detectEcho }),
      });
      onAttempt();
      const next = left.shift()!;
      if ('echoed' in next)
        throw new EchoError(next.echoed, { recording: syntheticWords([1, 2, 3, 4, 5, 6]), evidence: 2 });
      if ('gaveUp' in next) throw new RunawayError(next.gaveUp);
      return {
        ...next,
        samples: next.samples ?? new Float32Array(next.frames * 1_920).fill(0.1),
        endToken: { probability: 0.1, rank: 0 },
      };
    },
  } as unknown as SpeechModel;
  const restart = vi.fn();
  const control = { signal: new AbortController().signal, onStart: () => {} };
  const recording = { text: 'I never liked that song.', codes: new Int32Array(16), frames: 1 };
  const reference = { speakerEmbedding: new Float32Array(8), spoken: recording };
  const input = { kind: 'base', text: TEXT, reference } as const;
  const spoken = speakSoundly(model, input, { ...job, ...changed }, control, restart);
  const outcome = await spoken.then(
    ({ samples, doubt }) => ({ frames: Math.floor(samples.length / 1_920), doubt: doubt?.kind }),
    (error: Error) => error.name,
  );
  return { outcome, calls, restarts: restart.mock.calls.length };
}

const sound: Attempt = { endedBy: 'eos', frames: ESTIMATE };
const early: Attempt = { endedBy: 'too_early', frames: 2 };

describe('a chunk', () => {
  test.each<[string, readonly Attempt[], unknown, number, number]>([
    ['ends soundly: once', [sound], { frames: 60, doubt: undefined }, 1, 0],
    ['ran on: once, cut', [{ endedBy: 'ran_on', frames: 62 }], { frames: 62, doubt: 'cut' }, 1, 0],
    ['came too early: whole again, in the same 30 s', [early, sound], { frames: 60, doubt: 'repeated' }, 2, 0],
    ['looped at once: whole again', [{ gaveUp: 12 }, sound], { frames: 60, doubt: 'repeated' }, 2, 0],
    ['came too early twice: it is short', [early, { ...early, frames: 3 }], { frames: 3, doubt: 'short' }, 2, 0],
    ['came too early, then ran away: it is short', [early, { gaveUp: 90 }], { frames: 2, doubt: 'short' }, 2, 0],
    [
      'ran away late: in two halves, with 30 s each',
      [{ gaveUp: 96 }, { ...sound, frames: 30 }, { ...sound, frames: 30 }],
      { frames: 62, doubt: 'repeated' },
      3,
      2,
    ],
    ['ran away twice: it fails', [{ gaveUp: 12 }, { gaveUp: 12 }], 'RunawayError', 2, 0],
  ])('that %s', async (_, attempts, outcome, calls, restarts) => {
    const spoken = await speak(attempts);
    expect(spoken).toMatchObject({ outcome, restarts });
    expect(spoken.calls).toHaveLength(calls);
    // The same seed gives the same attempts, however long they take, and each another one.
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    expect(await speak(attempts, {}, () => vi.advanceTimersByTime(29_000))).toEqual(spoken);
    expect(new Set(spoken.calls.map(({ seed }) => seed)).size).toBe(calls);
  });

  test('that began with the last words of its recording is spoken without the transcript, with another seed', async () => {
    for (const echoed of [30, 12]) {
      const { outcome, calls } = await speak([{ echoed }, sound, sound]);
      expect(outcome).toMatchObject({ doubt: 'repeated' });
      const [first, ...again] = calls;
      expect(first!.transcript).toBe('I never liked that song.');
      for (const call of again) expect(call).toMatchObject({ transcript: undefined, hasty: false });
      expect(again.map(({ text }) => text).join(' ')).toBe(TEXT);
      expect(again[0]!.seed).not.toBe(first!.seed);
    }
    expect((await speak([early, sound])).calls.every(({ transcript }) => transcript !== undefined)).toBe(true);
    expect((await speak([{ echoed: 12 }, { gaveUp: 12 }])).outcome).toBe('RunawayError');
  });

  test('that begins with those words without the transcript, too, has them in its text: spoken as at first', async () => {
    const { outcome, calls, restarts } = await speak([
      { echoed: 12 },
      { ...sound, samples: syntheticWords([5, 6, 7, 8], 0.9) },
      { ...sound, frames: 55 },
    ]);
    expect(outcome).toEqual({ frames: 55, doubt: undefined });
    const [first, , third] = calls;
    expect(third).toEqual({ ...first, detectEcho: false });
    expect(restarts).toBe(1);
  });

  test('is given up early only once, and never with an instruction, which may ask for slow speech', async () => {
    const hasty = async (voice: SynthesisJob['voice']) =>
      (await speak([early, sound], { voice })).calls.map((call) => call.hasty);
    expect(await hasty(job.voice)).toEqual([true, false]);
    expect(await hasty({ kind: 'speech', id: 'ryan', instruct: 'very slowly' })).toEqual([false, false]);
    expect(await hasty({ kind: 'design', description: 'A slow voice.' })).toEqual([false, false]);
  });
});

test("a request's own seed gets a second attempt that differs, and the same bytes each time, alone or in a batch", async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'second-attempt-'));
  onTestFinished(() => rm(scratch, { recursive: true }));
  // Its end may come at every frame.
  const model = await plantedModel(scratch, TEXT, [[0, 'speech']], 0.05);
  const input = { kind: 'custom_voice', text: TEXT, speaker: 'ryan', language: 'English' } as const;
  const speakWith = (seed: number) => {
    const control = { signal: new AbortController().signal, onStart: () => {} };
    return speakSoundly(model, input, { ...job, seed }, control, () => {});
  };
  const seeds = Array.from({ length: 8 }, (_, seed) => seed);
  const inBatch = await Promise.all(seeds.map(speakWith));
  const repeated = seeds.filter((seed) => inBatch[seed]?.doubt?.kind === 'repeated');
  expect(repeated.length).toBeGreaterThan(0);
  for (const seed of repeated) {
    const { samples } = await speakWith(seed);
    expect(samples).toEqual(inBatch[seed]?.samples);
    const first = await model.synthesize(input, { seed, estimatedSeconds: job.estimatedSeconds });
    expect(first.endedBy).toBe('too_early');
    expect(samples).not.toEqual(first.samples);
  }
  await model.close();
});

test.each([
  [TEXT, ['We went to the market, where it was loud,', 'and then we went home again.']],
  ['He came home late. She was there already.', ['He came home late.', 'She was there already.']],
  ['今天天气很好，我们去公园散步。', ['今天天气很好，', '我们去公园散步。']],
  ['We saw Dr. Miller there', ['We saw Dr. Miller there']],
  [
    'Yes, and that is the end of a long sentence without a break',
    ['Yes, and that is the end of a long sentence without a break'],
  ],
  ['It is 10:30 and 5.00 dollars', ['It is 10:30 and 5.00 dollars']],
])('%j is cut in halves at a clause, or stays whole', (text, parts) => {
  expect(halves(text)).toEqual(parts);
});
