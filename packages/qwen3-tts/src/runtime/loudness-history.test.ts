import { concatenate } from '@ownvoice/audio';
import { expect, test } from 'vitest';
import { noise, silence, syntheticSpeech, whispering } from '../testing/synthetic-speech.js';
import { LoudnessHistory } from './loudness-history.js';

const FRAME = 1920;

function measure(...parts: Float32Array[]) {
  const samples = concatenate(parts);
  const history = new LoudnessHistory();
  for (let at = 0; at < samples.length; at += FRAME) history.frame(samples.subarray(at, at + FRAME));
  return history.measure();
}

test('an utterance is quiet 25 dB below its own level, whatever its gain', () => {
  for (const level of [-15, -25, -32]) {
    for (const below of [25, 30, 60]) {
      const { quiet } = measure(syntheticSpeech(4, level), noise(2.4, level - below));
      expect(quiet, `${level} dB, then ${below} dB less`).toBeGreaterThanOrEqual(30);
      expect(quiet).toBeLessThanOrEqual(31);
    }
    expect(measure(syntheticSpeech(4, level), noise(2.4, level - 20)).quiet).toBe(0);
  }
});

test('long room tone does not become the level that it is measured against', () => {
  expect(measure(syntheticSpeech(1.6), noise(24, -50)).quiet).toBeGreaterThanOrEqual(300);
});

test('a whisper is speech', () => {
  const { sounding, quiet } = measure(whispering(4, -48));
  expect(sounding).toBeGreaterThan(40);
  expect(quiet).toBeLessThan(5);
});

test('nothing sounds where all is below −60 dB of full scale', () => {
  expect(measure(silence(0.8), noise(1.6, -61))).toEqual({ sounding: 0, quiet: 30, silent: 30 });
});

test('a loud click does not make speech quiet', () => {
  const { sounding } = measure(noise(0.08, -6), syntheticSpeech(4, -30));
  expect(sounding).toBeGreaterThan(40);
});
