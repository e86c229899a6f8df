import { describe, expect, test } from 'vitest';
import { expectedFrames, RunawayDetector, tokenLimit } from './runaway.js';

describe('runaway guards', () => {
  test('allow two and a half times what a text can be expected to take, and a floor', () => {
    expect(tokenLimit(0)).toBe(50);
    expect(tokenLimit(100)).toBe(2.5 * expectedFrames(100) + 50);
  });

  test('notice a short pattern that repeats for four seconds, and nothing before', () => {
    for (const pattern of [[7], [1, 2], [5, 6, 7, 8, 9, 10, 11, 12]]) {
      const detector = new RunawayDetector(24_000);
      const noticed = Array.from({ length: 70 }, (_, i) => detector.frame(pattern[i % pattern.length]!)).indexOf(true);
      expect(noticed).toBe(pattern.length + 49);
    }
  });

  test('let speech pass, where codes recur without a period', () => {
    const detector = new RunawayDetector(24_000);
    let state = 1;
    for (let i = 0; i < 5000; i++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      expect(detector.frame(state >>> 28)).toBe(false);
    }
  });

  test('notice four seconds of silence however it is cut, and start again at a sound', () => {
    const detector = new RunawayDetector(24_000);
    const silence = new Float32Array(1920 * 25).fill(1e-4);
    expect(detector.audio(silence)).toBe(false);
    expect(detector.audio(Float32Array.from({ length: 1920 }, (_, i) => 0.1 * Math.sin(i / 10)))).toBe(false);
    expect(detector.audio(silence)).toBe(false);
    expect(detector.audio(silence)).toBe(true);
  });
});
