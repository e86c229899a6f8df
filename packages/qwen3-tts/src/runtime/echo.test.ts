import { concatenate } from '@ownvoice/audio';
import { expect, test } from 'vitest';
import { noise, syntheticSpeech, syntheticWords } from '../testing/synthetic-speech.js';
import { ECHO_EVIDENCE, evidenceOfEcho } from './echo.js';
import { EchoError } from './ending.js';

const recording = syntheticWords([1, 2, 3, 4, 5, 6]);
const text = [11, 12, 13, 14, 15, 16];
const silence = new Float32Array(12_000);

test.each([
  ['its last word but one and its last', syntheticWords([5, 6, ...text]), true],
  [
    'those, slower and quieter, behind silence',
    concatenate([silence, syntheticWords([5, 6, ...text], 1.3).map((x) => x / 5)]),
    true,
  ],
  ['those, faster', syntheticWords([5, 6, ...text], 0.75), true],
  ['its last four words', syntheticWords([3, 4, 5, 6, ...text]), true],
  ['other words', syntheticWords(text), false],
  ['words from its middle', syntheticWords([3, 4, ...text]), false],
  ['its last words later', syntheticWords([...text.slice(0, 4), 5, 6]), false],
  ['a hiss', noise(4, -30), false],
  ['one vowel', syntheticSpeech(4), false],
  ['nothing', new Float32Array(96_000), false],
  ['too little', new Float32Array(1_000), false],
])('speech that begins with %s', (_, speech, expected) => {
  for (const behind of [0, 0.5, 1]) {
    const whole = concatenate([recording, new Float32Array(behind * 24_000)]);
    expect(evidenceOfEcho(whole, speech) > ECHO_EVIDENCE).toBe(expected);
  }
});

test('an echo is refuted by speech without the transcript that begins alike', () => {
  const evidence = evidenceOfEcho(recording, syntheticWords([5, 6, ...text]));
  const echo = new EchoError(40, { recording, evidence });
  expect(echo.isRefutedBy(syntheticWords(text, 1.2))).toBe(false);
  expect(echo.isRefutedBy(syntheticWords([5, 6, ...text], 0.9))).toBe(true);
});

test('a recording without a sound has no words', () => {
  expect(evidenceOfEcho(new Float32Array(96_000), new Float32Array(96_000))).toBe(0);
});
