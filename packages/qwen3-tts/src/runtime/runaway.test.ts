import { describe, expect, test } from 'vitest';
import { expectedFrames, LoopDetector, tokenLimit } from './runaway.js';

describe('runaway guards', () => {
  test('allow two and a half times what a text can be expected to take, and a floor', () => {
    expect(tokenLimit(0)).toBe(50);
    expect(tokenLimit(100)).toBe(2.5 * expectedFrames(100) + 50);
  });

  test('notice a short pattern that repeats for four seconds, and nothing before', () => {
    for (const pattern of [[7], [1, 2], [5, 6, 7, 8, 9, 10, 11, 12]]) {
      const detector = new LoopDetector();
      const noticed = Array.from({ length: 70 }, (_, i) => detector.frame(pattern[i % pattern.length]!)).indexOf(true);
      expect(noticed).toBe(pattern.length + 49);
    }
  });

  test('let speech pass, where codes recur without a period', () => {
    const detector = new LoopDetector();
    let state = 1;
    for (let i = 0; i < 5000; i++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      expect(detector.frame(state >>> 28)).toBe(false);
    }
  });
});
