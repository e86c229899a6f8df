import { concatenate } from '@ownvoice/audio';
import { hum } from '@ownvoice/audio/testing';
import { describe, expect, test } from 'vitest';
import { SAMPLE_RATE } from '../engines/engine.js';
import { measure } from '../text/duration.js';
import { prepareReference } from './prepare-reference.js';

/** Speech of so many seconds, or, below 0, a pause. */
const recording = (...parts: readonly number[]) =>
  concatenate(
    parts.map((seconds) =>
      seconds < 0 ? new Float32Array(-seconds * SAMPLE_RATE) : hum({ seconds, sampleRate: SAMPLE_RATE }),
    ),
  );

const SENTENCES = [
  'The ferry leaves the harbour at dawn, before the fog has lifted. ',
  'Nobody on board says a word. ',
  'Behind the lighthouse the sea is as smooth as glass, and gulls follow us for an hour. ',
  'Then the island comes into sight. ',
  'It is smaller than I had thought, and greener than any photograph of it.',
];
const TRANSCRIPT = SENTENCES.join('');

/** The sentences as somebody reads them at a pace, with a pause of half a second behind each. */
const reading = (pace: number) =>
  recording(
    ...SENTENCES.flatMap((sentence) => {
      const seconds = measure(sentence, 'en').seconds(0, sentence.length) * pace;
      return [seconds - 0.5, -0.5];
    }),
  );

const range = (samples: Float32Array, text?: string) => {
  const prepared = prepareReference(samples, text);
  if ('code' in prepared) return prepared;
  expect(prepared.samples.length / SAMPLE_RATE).toBeCloseTo(prepared.end - prepared.start, 3);
  return { seconds: [prepared.start, prepared.end].map((at) => Math.round(at * 10) / 10), text: prepared.text };
};

describe('of a recording without a transcript is cloned', () => {
  test.each([
    ['all of a short one', [6], [0, 6]],
    ['what lies between the silences around it, with a margin', [-1, 6, -2], [0.9, 7.2]],
    ['at most twelve seconds of speech without pauses', [40], [0, 11.9]],
    ['the part with most speech, from pause to pause', [2, -2, 3, -2, 5, -0.5, 5, -1, 3, -6, 4], [8.9, 19.7]],
    ['the first of two parts that are equal', [5, -8, 5, -8, 5], [0, 5.2]],
  ])('%s', (_, parts, expected) => {
    expect(range(recording(...parts))).toEqual({ seconds: expected, text: undefined });
  });
});

describe('of a recording with a transcript', () => {
  test.each([0.8, 0.9, 1, 1.15, 1.3])(
    'are cloned the first sentences that fit, with their words, when it is read at %f times the pace',
    (pace) => {
      const ends = SENTENCES.map((_, i) => SENTENCES.slice(0, i + 1).join(''));
      const fitting = ends.findLast((text) => measure(text, 'en').seconds(0, text.length) * pace - 0.5 <= 12)!;
      expect(fitting).not.toBe(TRANSCRIPT);
      expect(range(reading(pace), TRANSCRIPT)).toEqual({
        seconds: [0, expect.closeTo(measure(fitting, 'en').seconds(0, fitting.length) * pace - 0.35, 0)],
        text: fitting.trim(),
      });
    },
  );

  test('stays whole what is short', () => {
    const text = SENTENCES[0]!.trim();
    expect(range(recording(4.5), text)).toEqual({ seconds: [0, 4.5], text });
  });

  test('stays whole what has no pause where a sentence can end', () => {
    expect(range(recording(19), TRANSCRIPT)).toEqual({ seconds: [0, 19], text: TRANSCRIPT });
    const stumbling = recording(2.4, -0.5, 4.1, -0.5, 3, -0.5, 8.5);
    expect(range(stumbling, TRANSCRIPT)).toMatchObject({ seconds: [0, 19.5], text: TRANSCRIPT });
  });

  test.each([
    ['under 0.4 times the speech', recording(15), 'Hello there, how are you today?', { estimated: 2.2, speech: 15 }],
    ['over 2.5 times', recording(3), `${TRANSCRIPT}`, { estimated: 17.5, speech: 3 }],
    ['of marks alone', recording(5), '"-"', { estimated: 0, speech: 5 }],
  ])('is refused a transcript %s, with both lengths', (_, samples, text, parameters) => {
    expect(range(samples, text)).toEqual({ field: 'reference_text', code: 'transcript_mismatch', parameters });
  });

  test('is accepted one whose recording has long pauses', () => {
    expect(range(recording(2.2, -5, 2.2), `${SENTENCES[0]}`.trim())).toMatchObject({ seconds: [0, 9.4] });
  });
});
