import { concatenate } from '@ownvoice/audio';
import { describe, expect, test } from 'vitest';
import { noise, silence, syntheticSpeech, whispering } from '../testing/synthetic-speech.js';
import { EndingJudge, type EndToken, endTokenOf, framesOfTokens, mostFrames, type TextExtent } from './ending.js';

const FRAME = 1920;
const NEAR: EndToken = { probability: 1e-3, rank: 5 };
const DEAD: EndToken = { probability: 1e-14, rank: 1900 };

/** A text that takes 6 s at an ordinary pace, in a non-streaming prompt. */
const SIX_SECONDS: TextExtent = { estimate: 75, trailing: 1, hasty: true };

interface Utterance {
  readonly text?: Partial<TextExtent>;
  readonly sound: readonly Float32Array[];
  /** Codebook 0 of each frame; codes do not repeat unless it says so. */
  readonly codes?: (frame: number) => number;
  readonly end?: EndToken;
}

/** The verdict, and the frame that brought it; at the end token, behind the sound, unless one came before. */
function judge({ text, sound, codes = (frame) => frame, end = NEAR }: Utterance) {
  const judge = new EndingJudge({ ...SIX_SECONDS, ...text });
  const samples = concatenate(sound);
  let at = 0;
  for (; at * FRAME < samples.length; at++) {
    const verdict = judge.frame(codes(at), samples.subarray(at * FRAME, (at + 1) * FRAME), end);
    if (verdict) return { ...verdict, at: at + 1 };
  }
  return { ...judge.end(), at };
}

const spoken = syntheticSpeech(6);
/** 100 Hz and its octave. */
const hum = (seconds: number) =>
  Float32Array.from({ length: seconds * 24_000 }, (_, i) => 0.05 * (Math.sin(i / 38.2) + Math.sin(i / 19.1)));
const phrase = (length: number) => (frame: number) => 100 + (frame % length);

describe('the judgement of an ending', () => {
  test.each<[string, Utterance]>([
    ['after its text', { sound: [spoken] }],
    ['in a whisper', { sound: [whispering(8, -50)] }],
    ['in a whisper with the end far down', { sound: [whispering(8, -50)], end: DEAD }],
    ['behind silence', { sound: [silence(3), spoken] }],
    ['behind room tone', { sound: [noise(3, -55), spoken] }],
    ['twice as fast', { sound: [syntheticSpeech(3)] }],
    ['four times as fast', { sound: [syntheticSpeech(1.6)] }],
    ['half as fast, as an instruction asks', { text: { hasty: false }, sound: [syntheticSpeech(14)], end: DEAD }],
    [
      'a quarter as fast, as an instruction asks',
      { text: { estimate: 25, hasty: false }, sound: [syntheticSpeech(8)] },
    ],
    ['after pauses of two seconds', { text: { estimate: 21 }, sound: threeWords(2) }],
    ['after pauses of 3.5 seconds', { text: { estimate: 21 }, sound: threeWords(3.5) }],
    [
      'after a pause of six seconds, before slow speech is over',
      {
        text: { estimate: 160 },
        sound: [syntheticSpeech(4.8), noise(6, -60), syntheticSpeech(3)],
      },
    ],
    ['with a pause and the end far down', { text: { estimate: 30 }, sound: threeWords(3.5), end: DEAD }],
    ['of one syllable', { text: { estimate: 4 }, sound: [syntheticSpeech(0.24)] }],
    [
      'with a word that is said three times',
      { sound: [spoken], codes: (frame) => (frame < 36 ? 100 + (frame % 12) : frame) },
    ],
    ['with less than two seconds of room tone', { sound: [spoken, noise(1.8, -60)] }],
  ])('the ending of an utterance is sound: %s', (_, utterance) => {
    expect(judge(utterance)).toMatchObject({ kind: 'ended' });
  });

  test.each<[string, Utterance]>([
    ['after two frames', { sound: [syntheticSpeech(0.16)] }],
    ['after a twentieth of its text', { sound: [syntheticSpeech(0.3)] }],
    ['after silence', { sound: [silence(3)] }],
  ])('the ending of an utterance is too early %s', (_, utterance) => {
    expect(judge(utterance)).toMatchObject({ kind: 'too_early' });
  });

  test.each<[string, Utterance, number, number]>([
    ['room tone of −25 dB', { sound: [spoken, noise(20, -50)] }, 77, 125],
    ['room tone of −60 dB', { sound: [spoken, noise(20, -85)] }, 77, 125],
    ['room tone behind a whisper', { sound: [whispering(6, -45), noise(20, -80)] }, 77, 125],
    [
      'room tone whose codes repeat',
      { sound: [spoken, noise(20, -60)], codes: (frame) => Math.min(frame, 60) },
      77,
      125,
    ],
    ['room tone of three seconds in front of the end token', { sound: [spoken, noise(3, -60)] }, 77, 113],
    [
      'room tone, once a streaming prompt has handed over its text',
      {
        text: { estimate: 36, trailing: 150 },
        sound: [syntheticSpeech(3.2), noise(20, -60)],
      },
      42,
      150,
    ],
    ['a hiss', { sound: [spoken, noise(20, -25)] }, 75, 125],
    ['a hum', { sound: [spoken, hum(20)] }, 75, 125],
  ])('ran on with %s, and is cut behind its text', (_, utterance, frames, at) => {
    const verdict = judge(utterance);
    expect(verdict).toMatchObject({ kind: 'ran_on', at });
    expect(Math.abs((verdict as unknown as { frames: number }).frames - frames)).toBeLessThanOrEqual(1);
  });

  test.each<[string, Utterance, number]>([
    ['one code', { sound: [syntheticSpeech(10)], codes: phrase(1) }, 51],
    ['a pattern of eight', { sound: [syntheticSpeech(10)], codes: phrase(8) }, 58],
    ['a phrase of two seconds', { sound: [syntheticSpeech(10)], codes: phrase(25) }, 75],
    ['a phrase of four seconds', { sound: [syntheticSpeech(20)], codes: phrase(50) }, 150],
    ['silence from the start', { sound: [silence(10)] }, 50],
    ['silence before its text is over', { text: { estimate: 360 }, sound: [spoken, silence(10)] }, 125],
    ['nothing but a hiss', { sound: [noise(20, -25)] }, 94],
    ['nothing but a hum', { sound: [hum(20)] }, 94],
    ['speech with no end in sight', { sound: [syntheticSpeech(40)], end: DEAD }, 120],
  ])('an utterance is a runaway: %s', (_, utterance, at) => {
    expect(judge(utterance)).toEqual({ kind: 'runaway', at });
  });

  test('leaves speech its time while its end is in sight, or an instruction may have asked for it', () => {
    for (const utterance of [{ end: NEAR }, { end: DEAD, text: { hasty: false } }])
      expect(judge({ sound: [syntheticSpeech(18)], ...utterance })).toMatchObject({ kind: 'ended' });
    expect(mostFrames(SIX_SECONDS)).toBe(283);
    expect(mostFrames({ estimate: framesOfTokens(100) })).toBe(1166);
  });

  test('does not take codes that recur without a period for a phrase', () => {
    let state = 1;
    const codes = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state >>> 28;
    };
    expect(judge({ text: { estimate: 750 }, sound: [syntheticSpeech(60)], codes })).toMatchObject({ kind: 'ended' });
  });
});

function threeWords(pause: number): Float32Array[] {
  const word = syntheticSpeech(0.5);
  return [word, noise(pause, -70), word, noise(pause, -70), word];
}

test("the end token's place leaves out what is never sampled", () => {
  const logits = new Float32Array(1024 + 4);
  logits.set([1, 2, 3, -50]);
  logits.fill(99, 4);
  const eos = 10;
  logits[eos] = 2.5;
  const sum = [1, 2, 3, -50, 2.5].reduce((total, logit) => total + Math.exp(logit), 0);
  const place = endTokenOf(logits, eos);
  expect(place.rank).toBe(1);
  expect(place.probability).toBeCloseTo(Math.exp(2.5) / sum, 6);
});
