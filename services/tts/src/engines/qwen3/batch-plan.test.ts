import { DEVICES, PRECISIONS, VARIANT_NAMES } from '@ownvoice/shared/contract/models';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BatchPlanner, planBatch, seededChunkSeconds } from './batch-plan.js';

describe('planBatch', () => {
  test('takes a full batch of long chunks on a fast machine', () => {
    expect(planBatch(0.1, 6.5)).toMatchObject({ parallel: 8, maxChunkSeconds: 30 });
  });

  test('takes fewer at once on a slow one before it cuts ordinary sentences', () => {
    for (const [realTimeFactor, batch] of [
      [0.5, 8],
      [1.3, 4],
      [2.2, 2],
      [3.5, 1],
    ] as const) {
      const { parallel, maxChunkSeconds } = planBatch(realTimeFactor, 6.5);
      expect(parallel).toBe(batch);
      if (parallel > 1) expect(maxChunkSeconds).toBeGreaterThanOrEqual(6.5);
    }
    expect(planBatch(0.1, 6.5, 3)).toMatchObject({ parallel: 2 });
  });

  test('knows larger batches for chunks that are shorter than the longest', () => {
    const { parallel, maxChunkSeconds, batches } = planBatch(1.6, 6.5);
    expect({ parallel, maxChunkSeconds }).toEqual({ parallel: 2, maxChunkSeconds: 8 });
    expect(batches).toEqual([
      { parallel: 8, longestSeconds: 3 },
      { parallel: 4, longestSeconds: 5 },
      { parallel: 2, longestSeconds: 8 },
      { parallel: 1, longestSeconds: 10 },
    ]);
    expect(planBatch(1.6, 6.5, 4).batches.map((batch) => batch.parallel)).toEqual([4, 2, 1]);
  });

  test('cuts a text at the same places though two measurements of one machine differ a little', () => {
    for (const [one, other] of [
      [0.98, 1.02],
      [1.4, 1.44],
      [4.1, 4.3],
    ] as const) {
      expect(planBatch(one, 6.5)).toEqual(planBatch(other, 6.5));
    }
  });

  test('always has one at least, of two seconds at least, and never more than the model batches', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 100, noNaN: true }), fc.integer({ min: 1, max: 16 }), (factor, rows) => {
        const { parallel, maxChunkSeconds } = planBatch(factor, 6.5, rows);
        expect(parallel).toBeGreaterThanOrEqual(1);
        expect(parallel).toBeLessThanOrEqual(Math.min(8, rows));
        expect(maxChunkSeconds).toBeGreaterThanOrEqual(2);
        expect(maxChunkSeconds).toBeLessThanOrEqual(30);
      }),
    );
  });
});

describe('the plan of requests with a seed', () => {
  test('has chunks of one length, whatever was measured; only their batch follows the pace', () => {
    const factor = fc.double({ min: 0.001, max: 100, noNaN: true });
    fc.assert(
      fc.property(factor, fc.array(factor, { maxLength: 20 }), (warmUp, paces) => {
        const planner = new BatchPlanner(warmUp, 10, 8);
        for (const pace of paces) planner.begin(0)(10 * pace, 10);
        expect(planner.plan.seeded.maxChunkSeconds).toBe(10);
      }),
    );
    expect(planBatch(0.1, 10).seeded.parallel).toBe(8);
    expect(planBatch(0.5, 10).seeded.parallel).toBe(4);
    expect(planBatch(3, 10).seeded.parallel).toBe(1);
  });

  test.each(VARIANT_NAMES)('is a constant of the build and the device: %s', (variant) => {
    for (const device of DEVICES) {
      for (const precision of PRECISIONS) {
        const seconds = seededChunkSeconds(variant, { device, precision });
        expect(seconds).toBeGreaterThanOrEqual(2);
        expect(seconds).toBeLessThanOrEqual(20);
      }
    }
  });
});

describe('BatchPlanner', () => {
  test('plans anew when the machine turns out faster than it was while it warmed up', () => {
    const planner = new BatchPlanner(20, 6.5, 8);
    expect(planner.plan).toEqual(planBatch(20, 6.5));
    for (let i = 0; i < 40; i++) planner.begin(0)(0.5, 5);
    expect(planner.plan).toMatchObject({ parallel: 8, maxChunkSeconds: 30 });
  });

  test('reports the pace of a changed plan, and of no other', () => {
    const reported: number[] = [];
    const planner = new BatchPlanner(1, 6.5, 8, (realTimeFactor) => reported.push(realTimeFactor));
    for (let i = 0; i < 40; i++) planner.begin(0)(10, 10);
    expect(reported).toEqual([]);
    for (let i = 0; i < 40; i++) planner.begin(0)(4, 10);
    expect(reported.length).toBeGreaterThan(0);
    expect(planner.plan).toEqual(planBatch(reported.at(-1)!, 6.5, 8));
  });

  test('plans for less when utterances run out of time, not when their callers leave early', () => {
    const planner = new BatchPlanner(0.5, 6.5, 8);
    const { plan } = planner;
    for (let i = 0; i < 5; i++) planner.begin(0)(2, 0);
    expect(planner.plan).toBe(plan);
    for (let i = 0; i < 5; i++) planner.begin(0)(30, 0);
    expect(planner.plan.maxChunkSeconds).toBeLessThan(plan.maxChunkSeconds);
  });

  test('forgets a spell of time-outs within five minutes of speech, also one that an earlier start kept', () => {
    const spell = new BatchPlanner(1.3, 6.5, 8);
    for (let i = 0; i < 40; i++) spell.begin(0)(30, 0);
    for (const planner of [spell, new BatchPlanner(280_906, 6.5, 8)]) {
      expect(planner.plan).toEqual(planBatch(1e6, 6.5));
      for (let spoken = 0; spoken < 300; spoken += planner.plan.maxChunkSeconds) {
        const speech = planner.plan.maxChunkSeconds;
        planner.begin(0)(1.2 * speech, speech);
      }
      expect(planner.plan.parallel).toBe(4);
    }
  });

  test.each([0.46, 0.5, 0.54])('keeps its plan for 0.5 while the pace is %d', (computing) => {
    const planner = new BatchPlanner(0.5, 6.5, 8);
    const { plan } = planner;
    for (let i = 0; i < 40; i++) planner.begin(0)(10 * computing, 10);
    expect(planner.plan).toBe(plan);
  });

  test('follows an ordinary difference between the warm-up and real speech', () => {
    const planner = new BatchPlanner(1.46, 6.5, 8);
    expect(planner.plan.parallel).toBe(2);
    for (let i = 0; i < 12; i++) planner.begin(0)(12.8, 10);
    expect(planner.plan).toMatchObject({ parallel: 4, maxChunkSeconds: 6.5 });
  });

  test('makes little of words that are short, which a prompt makes slow', () => {
    const planner = new BatchPlanner(1.3, 6.5, 8);
    const { plan } = planner;
    for (let round = 0; round < 20; round++) {
      planner.begin(0)(1.6, 1);
      planner.begin(0)(8.4, 6.5);
    }
    expect(planner.plan).toBe(plan);
  });

  test('does not take utterances that share the machine for slow ones', () => {
    const planner = new BatchPlanner(0.5, 6.5, 8);
    const { plan } = planner;
    for (let round = 0; round < 10; round++) {
      const ends = Array.from({ length: 8 }, () => planner.begin(0));
      for (const end of ends) end(0.5 * 10 * 4.5, 10);
    }
    expect(planner.plan).toBe(plan);
  });

  test('counts what others took only while they were there', () => {
    const planner = new BatchPlanner(0.5, 6.5, 8);
    const { plan } = planner;
    for (let round = 0; round < 40; round++) {
      const end = planner.begin(0);
      const endOther = planner.begin(4);
      endOther(5.5, 2);
      end(6.5, 12);
    }
    expect(planner.plan).toBe(plan);
  });
});
