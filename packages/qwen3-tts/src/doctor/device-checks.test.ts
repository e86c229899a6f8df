import { expect, test } from 'vitest';
import { noise, syntheticSpeech } from '../testing/synthetic-speech.js';
import { compareWaveforms } from './device-checks.js';

const speech = syntheticSpeech(1, -20);
const withNoise = (db: number) => {
  const hiss = noise(1, -20 + db);
  return speech.map((x, i) => x + hiss[i]!);
};

test.each([
  [-100, 'ok'],
  [-65, 'ok'],
  [-40, 'failed'],
] as const)('a codec whose device adds noise at %d dB is %s', (db, result) => {
  expect(compareWaveforms('codec', 'cuda', withNoise(db), speech)).toMatchObject({
    result,
    detail: expect.stringContaining(`noise at ${db} dB`),
  });
});

test('a codec whose device computes no numbers is failed', () => {
  expect(
    compareWaveforms(
      'codec',
      'cuda',
      speech.map(() => Number.NaN),
      speech,
    ).result,
  ).toBe('failed');
});
