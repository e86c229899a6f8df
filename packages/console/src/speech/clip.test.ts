import { describe, expect, test } from 'vitest';
import {
  atRest,
  type Clip,
  MAX_BYTES,
  MAX_CLIPS,
  newClip,
  newestThatFit,
  numbered,
  paceOf,
  withState,
} from './clip.js';
import type { SpeechParameters } from './speech-parameters.js';

const parameters: SpeechParameters = {
  input: 'One. Two.',
  language: '',
  speed: 2,
  seed: undefined,
  voice: { kind: 'preset', voice: 'ryan', instruct: '' },
};
const chunk = (text: string) => ({ text, characters: 4, estimated_seconds: 3, pause_seconds: 0.25 });
const clip = (number: number, change: Partial<SpeechParameters> = {}): Clip =>
  newClip(
    number,
    { ...parameters, ...change },
    {
      language: 'German',
      detected_language: null,
      text: 'One. Two.',
      chunks: [chunk('One.'), chunk('Two.')],
    },
  );
/** A clip with that many bytes of audio. */
const clipOf = (number: number, bytes: number): Clip => {
  const empty = clip(number);
  const audio = { samples: new Int16Array(bytes / 2), peak: 1, level: 1, silentBefore: 0, silentAfter: 0 };
  return {
    ...empty,
    chunks: empty.chunks
      .slice(0, 1)
      .map((one) => ({ ...one, state: { kind: 'ready', audio, engine: '', isDoubtful: false } })),
  };
};
const numbers = (clips: readonly Clip[]) => clips.map(({ number }) => number);

describe('newClip', () => {
  test('all chunks have one language and one seed, a random one without a seed of the user', () => {
    expect(clip(1).parameters).toMatchObject({ language: 'German', seed: expect.any(Number) });
    expect(clip(1, { seed: 7 }).parameters.seed).toBe(7);
  });
});

test('the pace is that of the last clip of one chunk by the engine that is asked about', () => {
  const one = (number: number, engine: string, elapsed: number): Clip => {
    const made = clipOf(number, 2 * 48_000);
    return {
      ...made,
      elapsed,
      chunks: made.chunks.map((part) => ({ ...part, state: { ...part.state, engine } as typeof part.state })),
    };
  };
  const two = { ...one(5, 'a', 50), chunks: [...one(5, 'a', 50).chunks, ...one(5, 'a', 50).chunks] };
  expect(paceOf([two, one(4, 'b', 9), one(3, 'a', 4), one(2, 'a', 8)], 'a')).toBe(2);
  expect(paceOf([two], 'a')).toBeUndefined();
});

describe('newestThatFit', () => {
  test(`keeps ${MAX_CLIPS} clips`, () => {
    const clips = Array.from({ length: MAX_CLIPS + 3 }, (_, index) => clipOf(100 - index, 2));
    expect(numbers(newestThatFit(clips))).toEqual(numbers(clips.slice(0, MAX_CLIPS)));
  });

  test(`keeps ${MAX_BYTES} bytes, the oldest clips make room`, () => {
    expect(numbers(newestThatFit([clipOf(3, MAX_BYTES / 2), clipOf(2, MAX_BYTES / 2), clipOf(1, 2)]))).toEqual([3, 2]);
  });

  test('counts the reference audio of a clone, which a retry needs', () => {
    const audio = new Blob([new Uint8Array(MAX_BYTES)]);
    const clone = clip(2, { voice: { kind: 'clone', reference: { audio, name: 'a.wav' }, transcript: '' } });
    expect(numbers(newestThatFit([clone, clipOf(1, 2)]))).toEqual([2]);
  });

  test('keeps the newest clip, however large it is', () => {
    expect(numbers(newestThatFit([clipOf(2, MAX_BYTES + 2), clipOf(1, 2)]))).toEqual([2]);
  });
});

test('clips that two tabs have given the same number get different ones, in the order in which they were made', () => {
  const stored = [3, 2, 2, 1].map((number, age) => ({ ...clip(number), createdAt: 10 - age }));
  expect(numbers(numbered(stored))).toEqual([4, 3, 2, 1]);
  expect(numbered(stored).map(({ createdAt }) => createdAt)).toEqual([10, 9, 8, 7]);
});

test('a chunk that nobody generates any more waits', () => {
  const generating = withState(clip(1), 1, { kind: 'generating' });
  expect(atRest(generating).chunks.map(({ state }) => state.kind)).toEqual(['waiting', 'waiting']);
});
