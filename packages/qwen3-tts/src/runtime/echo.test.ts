import { concatenate } from '@ownvoice/audio';
import { expect, test } from 'vitest';
import { noise, syntheticSpeech, syntheticWords } from '../testing/synthetic-speech.js';
import { beginsWithEndOf, mayBeginAlike } from './echo.js';

test.each([
  ['I never liked that song.', 'A song is a song.', true],
  ['I never liked that song.', 'Somewhere else, they sing.', false],
  ['See you on the bus yesterday evening.', 'In the evening the city sleeps.', true],
  ['That is one dollar and fifty cents.', 'A discount of fifty percent applies.', true],
  ['我们去公园散步。', '散步很好。', true],
  ['我们去公园散步。', '今天天气很好。', false],
  ['Мы пошли домой.', 'Домой!', true],
  ['Was?', 'Was ist das?', true],
])('whether %j may be heard at the beginning of %j: %j', (transcript, text, expected) => {
  expect(mayBeginAlike(transcript, text)).toBe(expected);
});

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
    expect(beginsWithEndOf(whole, speech)).toBe(expected);
  }
});

test('a recording without a sound has no words', () => {
  expect(beginsWithEndOf(new Float32Array(96_000), new Float32Array(96_000))).toBe(false);
});
