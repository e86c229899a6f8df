import { concatenate } from '@ownvoice/audio';
import { describe, expect, test } from 'vitest';
import { noise, silence, syntheticSpeech, whispering } from '../testing/synthetic-speech.js';
import { expectedFrames } from './runaway.js';
import { type TextExtent, UtteranceGuard } from './utterance-guard.js';

const FRAME = 1920;
const FRAMES_PER_SECOND = 12.5;

/** A text that takes 6 s, in a non-streaming prompt. */
const SIX_SECONDS: TextExtent = { tokens: 20, trailing: 1 };

/** The first verdict on the parts, and the frame that brought it; codes do not repeat unless `codes` says so. */
function judge(text: TextExtent, parts: Float32Array[], codes: (frame: number) => number = (frame) => frame) {
  const guard = new UtteranceGuard(text, FRAMES_PER_SECOND);
  const samples = concatenate(parts);
  for (let frame = 0; frame * FRAME < samples.length; frame++) {
    const verdict = guard.frame(codes(frame), samples.subarray(frame * FRAME, (frame + 1) * FRAME));
    if (verdict) return { ...verdict, at: frame + 1 };
  }
  return undefined;
}

const spoken = syntheticSpeech(6);
const SPOKEN_FRAMES = 75;

describe('room tone behind a text that was spoken', () => {
  test.each([-25, -30, -60])('is cut off after two seconds of noise at %d dB', (below) => {
    const verdict = judge(SIX_SECONDS, [spoken, noise(20, -25 + below)]);
    expect(verdict).toMatchObject({ kind: 'over', at: SPOKEN_FRAMES + 25 });
    expect((verdict as { frames: number }).frames).toBeGreaterThanOrEqual(SPOKEN_FRAMES);
    expect((verdict as { frames: number }).frames).toBeLessThanOrEqual(SPOKEN_FRAMES + 2);
  });

  test('is cut off when its codes repeat', () => {
    const codes = (frame: number) => (frame < SPOKEN_FRAMES ? frame : 7);
    expect(judge(SIX_SECONDS, [spoken, noise(20, -60)], codes)).toMatchObject({ kind: 'over' });
    expect(judge({ tokens: 40, trailing: 1 }, [spoken, noise(20, -60)], codes)).toMatchObject({
      kind: 'over',
      at: expectedFrames(40),
    });
  });

  test('is cut off behind a whisper', () => {
    expect(judge(SIX_SECONDS, [whispering(6, -45), noise(20, -80)])).toMatchObject({ kind: 'over' });
  });
});

describe('speech', () => {
  test('may whisper', () => {
    expect(judge(SIX_SECONDS, [whispering(8, -50)])).toBeUndefined();
  });

  test('may begin with silence', () => {
    expect(judge(SIX_SECONDS, [silence(3), spoken])).toBeUndefined();
    expect(judge(SIX_SECONDS, [noise(3, -55), spoken])).toBeUndefined();
    expect(judge({ tokens: 2, trailing: 1 }, [silence(3), syntheticSpeech(1)])).toBeUndefined();
  });

  test.each([2.4, 3.6, 6])('may pause for %d s inside a sentence until even slow speech would be over', (seconds) => {
    for (const pause of [silence(seconds), noise(seconds, -60)]) {
      expect(judge({ tokens: 40, trailing: 1 }, [syntheticSpeech(4.8), pause, syntheticSpeech(3)])).toBeUndefined();
    }
  });

  test('is not over before a streaming prompt has handed over its text', () => {
    const text = { tokens: 10, trailing: 90 };
    expect(judge(text, [syntheticSpeech(3.2), noise(3.9, -60)])).toBeUndefined();
    expect(judge(text, [syntheticSpeech(3.2), noise(8, -60)])).toMatchObject({ kind: 'over', at: 90 });
  });

  test('is not over before enough was heard for its text', () => {
    expect(judge({ tokens: 100, trailing: 1 }, [spoken, noise(60, -50)])).toBeUndefined();
  });
});

describe('a runaway', () => {
  test('is four seconds of silence before the text can have been spoken', () => {
    const text = { tokens: 100, trailing: 1 };
    expect(judge(text, [spoken, silence(10)])).toEqual({ kind: 'runaway', at: SPOKEN_FRAMES + 50 });
    expect(judge(text, [silence(10)])).toEqual({ kind: 'runaway', at: 50 });
  });

  test('is a short pattern that repeats for four seconds with sound', () => {
    for (const pattern of [[7], [1, 2], [5, 6, 7, 8, 9, 10, 11, 12]]) {
      const codes = (frame: number) => pattern[frame % pattern.length]!;
      expect(judge(SIX_SECONDS, [syntheticSpeech(10)], codes)).toEqual({ kind: 'runaway', at: pattern.length + 50 });
    }
  });
});
