import { describe, expect, test } from 'vitest';
import { logMel, melFilters, SHORTEST_LOG_MEL_INPUT } from './log-mel.js';

const tone = Float32Array.from({ length: 24_000 }, (_, n) => 0.5 * Math.sin((2 * Math.PI * 220 * n) / 24_000));

describe('logMel', () => {
  const mel = logMel(tone, 24_000, 128);
  const at = (row: number, frame: number) => mel.values[row * mel.frames + frame] as number;

  test('has a frame for every 256 samples', () => {
    expect(mel.frames).toBe(93);
  });

  test.each([
    [0, 10, -5.6357],
    [5, 10, -2.16],
    [8, 10, 1.2277],
    [9, 10, -0.7864],
    [10, 10, -2.5714],
    [12, 10, -4.4002],
    [40, 10, -10.4101],
    [8, 0, 1.0794],
    [0, 0, -0.4469],
    [8, 92, 1.2214],
  ])('gives row %i of frame %i of a tone as the reference does: %f', (row, frame, expected) => {
    expect(at(row, frame)).toBeCloseTo(expected, 3);
  });

  test('agrees with the reference in its maximum and mean', () => {
    expect(mel.values.reduce((a, b) => Math.max(a, b))).toBeCloseTo(1.5924, 3);
    expect(mel.values.reduce((a, b) => a + b) / mel.values.length).toBeCloseTo(-9.7347, 3);
  });

  test('refuses a signal that is too short for the speaker encoder', () => {
    expect(() => logMel(tone.subarray(0, SHORTEST_LOG_MEL_INPUT - 1), 24_000, 128)).toThrow(RangeError);
    expect(logMel(tone.subarray(0, SHORTEST_LOG_MEL_INPUT), 24_000, 128).frames).toBe(5);
  });
});

describe('melFilters', () => {
  const filters = melFilters(24_000, 128);

  test.each([
    [0, 1, [0.0335504, 0.0085691]],
    [64, 88, [0.00683143, 0.0141035, 0.01371717, 0.00664064]],
  ])('row %i is the triangle of the reference', (row, first, weights) => {
    expect(filters[row]?.first).toBe(first);
    expect(filters[row]?.weights).toHaveLength(weights.length);
    for (const [i, weight] of weights.entries()) expect(filters[row]?.weights[i]).toBeCloseTo(weight, 7);
  });

  test('adds up to what the reference adds up to', () => {
    const sum = filters.reduce((total, { weights }) => total + weights.reduce((a, b) => a + b, 0), 0);
    expect(sum).toBeCloseTo(5.4594158, 6);
    expect(filters[127]?.first).toBe(485);
    expect(filters[127]?.weights).toHaveLength(27);
  });
});
