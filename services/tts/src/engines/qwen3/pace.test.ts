import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planPace } from './pace.js';

describe('planPace', () => {
  it('takes a full batch of long chunks on a fast machine', () => {
    expect(planPace(0.1)).toEqual({ parallel: 8, maxChunkSeconds: 30 });
  });

  it('takes fewer at once on a slow one before it cuts chunks below ten seconds', () => {
    const { parallel, maxChunkSeconds } = planPace(1);
    expect(parallel).toBeLessThan(8);
    expect(maxChunkSeconds).toBeGreaterThanOrEqual(10);
  });

  it('always has one at least, of two seconds at least, and never more than the model batches', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 100, noNaN: true }), fc.integer({ min: 1, max: 16 }), (factor, rows) => {
        const { parallel, maxChunkSeconds } = planPace(factor, rows);
        expect(parallel).toBeGreaterThanOrEqual(1);
        expect(parallel).toBeLessThanOrEqual(Math.min(8, rows));
        expect(maxChunkSeconds).toBeGreaterThanOrEqual(2);
        expect(maxChunkSeconds).toBeLessThanOrEqual(30);
      }),
    );
  });
});
