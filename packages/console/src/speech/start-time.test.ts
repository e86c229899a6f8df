import { describe, expect, test } from 'vitest';
import { secondsToStart, type Track } from './track.js';

/** Five chunks of ten seconds. */
const trackWith = (ready: number): Track => ({
  pieces: Array.from({ length: 5 }, (_, index) =>
    index < ready
      ? { kind: 'ready', seconds: 10, speechSeconds: 10, peak: () => 0, samples: () => new Float32Array() }
      : { kind: 'pending', seconds: 10 },
  ),
});

describe('the wait before playback', () => {
  test('is unknown before the first chunk is ready', () => {
    expect(secondsToStart(trackWith(0), 3, 0)).toBeUndefined();
  });

  test('is nothing where speech is generated in real time', () => {
    expect(secondsToStart(trackWith(1), 10, 0)).toBe(0);
  });

  test('lasts until the last chunk is ready in time', () => {
    // Twenty seconds for ten of audio: the other forty take eighty, and the last chunk is reached after forty.
    expect(secondsToStart(trackWith(2), 30, 0)).toBe(5);
    expect(secondsToStart(trackWith(4), 60, 10)).toBe(0);
  });

  test('ends thirty seconds after the first chunk, however slow the server is', () => {
    expect(secondsToStart(trackWith(1), 100, 0)).toBe(30);
    expect(secondsToStart(trackWith(1), 112, 12)).toBe(18);
  });
});
