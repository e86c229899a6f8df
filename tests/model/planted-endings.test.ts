import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunawayError } from '@ownvoice/qwen3-tts/internals/runtime/ending';
import type { SpeechModel, SynthesisOptions } from '@ownvoice/qwen3-tts/internals/runtime/speech-model';
import { type Program, plantedModel } from '@ownvoice/qwen3-tts/internals/testing/planted-endings';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const TEXT = 'We went to the market, where it was loud, and then we went home again.';

let scratch: string;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'planted-endings-'));
});
afterAll(() => rm(scratch, { recursive: true }));

/** What a model that was bent makes of a text that takes 75 frames, unless told otherwise. */
async function speak(program: Program, options: Partial<SynthesisOptions> = {}) {
  const model: SpeechModel = await plantedModel(scratch, TEXT, program);
  const input = { kind: 'custom_voice', text: TEXT, speaker: 'ryan', language: 'English' } as const;
  const spoken = await model
    .synthesize(input, { seed: 1, estimatedSeconds: 6, hasty: true, ...options })
    .then(({ endedBy, frames }) => ({ endedBy, frames }))
    .catch((error: unknown) => {
      if (!(error instanceof RunawayError)) throw error;
      return { endedBy: 'runaway', frames: error.frames };
    });
  await model.close();
  return spoken;
}

/** Steps of a program begin two frames early or late: weights are rounded to 16 bits, and tokens are sampled. */
const NEAR = 4;

describe('a model whose weights were bent', () => {
  test.each<[string, Program, string, number, Partial<SynthesisOptions>?]>([
    [
      'ends behind its text',
      [
        [0, 'speech'],
        [75, 'end'],
      ],
      'eos',
      75,
    ],
    [
      'ends twice as fast',
      [
        [0, 'speech'],
        [38, 'end'],
      ],
      'eos',
      38,
    ],
    [
      'pauses for 3.5 s',
      [
        [0, 'speech'],
        [30, 'room tone'],
        [74, 'speech'],
        [119, 'end'],
      ],
      'eos',
      119,
    ],
    [
      'says "Ready … steady … go!" with pauses of 2.5 s',
      [
        [0, 'speech'],
        [8, 'room tone'],
        [39, 'speech'],
        [47, 'room tone'],
        [78, 'speech'],
        [86, 'end'],
      ],
      'eos',
      86,
      { estimatedSeconds: 1.7 },
    ],
    ['ends at once', [[0, 'end']], 'too_early', 2],
    [
      'falls into room tone',
      [
        [0, 'speech'],
        [75, 'room tone'],
      ],
      'ran_on',
      77,
    ],
    [
      'falls into a murmur',
      [
        [0, 'speech'],
        [75, 'murmur'],
      ],
      'ran_on',
      75,
      { hasty: false },
    ],
    [
      'falls into a hiss',
      [
        [0, 'speech'],
        [75, 'hiss'],
      ],
      'ran_on',
      75,
      { hasty: false },
    ],
    [
      'falls into room tone and ends after 3 s',
      [
        [0, 'speech'],
        [75, 'room tone'],
        [113, 'end'],
      ],
      'ran_on',
      77,
    ],
    ['never ends', [[0, 'speech']], 'runaway', 120],
    ['never ends, and was asked to speak slowly', [[0, 'speech']], 'runaway', 283, { hasty: false }],
    [
      'repeats a phrase',
      [
        [0, 'speech'],
        [40, 'loop'],
      ],
      'runaway',
      99,
    ],
    ['is silent', [[0, 'silence']], 'runaway', 50],
    ['murmurs', [[0, 'murmur']], 'runaway', 94],
    ['hisses', [[0, 'hiss']], 'runaway', 94],
  ])('%s', async (_, program, endedBy, frames, options) => {
    const spoken = await speak(program, options);
    expect(spoken.endedBy).toBe(endedBy);
    expect(Math.abs(spoken.frames - frames), `${spoken.frames} frames`).toBeLessThanOrEqual(NEAR);
  });
});
