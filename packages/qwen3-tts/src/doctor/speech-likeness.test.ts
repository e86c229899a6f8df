import { concatenate } from '@ownvoice/audio';
import { expect, test } from 'vitest';
import { noise, silence, syntheticSpeech } from '../testing/synthetic-speech.js';
import { soundFigures, unlikeSpeech } from './audio.js';

const faultsOf = (samples: Float32Array) => unlikeSpeech(soundFigures(samples, 24_000));
const tone = Float32Array.from({ length: 72_000 }, (_, i) => 0.3 * Math.sin(i / 20));

test.each([-15, -25, -40])('what has the rhythm and the spectrum of speech at %d dB looks like speech', (level) => {
  expect(faultsOf(syntheticSpeech(4, level))).toEqual([]);
});

test('speech with some noise behind it still looks like speech', () => {
  const hiss = noise(4, -55);
  expect(faultsOf(syntheticSpeech(4).map((x, i) => x + hiss[i]!))).toEqual([]);
});

test.each([
  ['noise', noise(4, -20), 'its spectrum is as flat as that of noise'],
  [
    'bursts of noise',
    concatenate([noise(0.3, -20), silence(0.2), noise(0.3, -20), silence(0.2)]),
    'its spectrum is as flat as that of noise',
  ],
  ['a tone', tone, 'its level does not change as syllables do'],
  [
    'beeps',
    concatenate([tone.subarray(0, 7_200), silence(0.3), tone.subarray(0, 7_200), silence(0.3)]),
    'it is a single tone',
  ],
  ['silence', silence(2), 'it is silent'],
  ['nothing', silence(0), 'it is silent'],
  ['clipped speech', syntheticSpeech(4).map((x) => Math.max(-1, Math.min(1, 40 * x))), 'it is clipped'],
])('%s does not look like speech', (_, samples, reason) => {
  expect(faultsOf(samples)).toContain(reason);
});
