import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { Admission, type Place } from './admission.js';

const LIMITS = { requests: 5, audioSeconds: 600 };
/** Of which this much is kept for requests of a minute at most. */
const RESERVED = 100;

describe('the bound of the queue', () => {
  test('holds for any order of coming and going', () => {
    const steps = fc.array(fc.oneof(fc.nat({ max: 700 }), fc.constant('leave' as const)), { maxLength: 200 });
    fc.assert(
      fc.property(steps, (taken) => {
        const admission = new Admission(LIMITS);
        const places: { place: Place; seconds: number }[] = [];
        const held = (among: (seconds: number) => boolean) =>
          places.reduce((sum, { seconds }) => sum + (among(seconds) ? seconds : 0), 0);
        for (const step of taken) {
          if (step === 'leave') places.shift()?.place.leave();
          else {
            const place = admission.enter(step);
            if (place) places.push({ place, seconds: step });
            else if (places.length < 5) expect(held(() => true) + step).toBeGreaterThan(step > 60 ? 500 : 600);
          }
          expect(admission.requests).toBe(places.length);
          expect(places.length).toBeLessThanOrEqual(5);
          const longest = Math.max(0, ...places.map(({ seconds }) => seconds));
          expect(held(() => true)).toBeLessThanOrEqual(Math.max(600, longest + RESERVED));
        }
      }),
    );
  });

  test('lets a request in that is longer than the bound when no other long one is there', () => {
    const admission = new Admission(LIMITS);
    expect(admission.enter(10_000)).toBeDefined();
    expect(admission.enter(61)).toBeUndefined();
  });

  test('keeps room for sentences beside a request that takes all of it', () => {
    const admission = new Admission(LIMITS);
    admission.enter(10_000);
    expect(admission.enter(50)).toBeDefined();
    expect(admission.enter(50)).toBeDefined();
    expect(admission.enter(1)).toBeUndefined();
  });

  test('counts audio instead of its estimate as soon as it is more, and until it is sent', () => {
    const admission = new Admission(LIMITS);
    const first = admission.enter(100);
    first?.keep(300);
    first?.keep(150);
    first?.synthesized();
    expect(admission.requests).toBe(0);
    expect(admission.enter(100)).toBeUndefined();
    expect(admission.full).toBe(false);
    first?.keep(150);
    expect(admission.full).toBe(true);
    first?.leave();
    expect(admission.full).toBe(false);
    expect(admission.enter(100)).toBeDefined();
  });

  test('gives a place back once, however often it is left', () => {
    const onLeave = vi.fn();
    const admission = new Admission({ ...LIMITS, requests: 2 }, onLeave);
    const first = admission.enter(1);
    admission.enter(1);
    first?.leave();
    first?.leave();
    expect(admission.requests).toBe(1);
    expect(onLeave).toHaveBeenCalledOnce();
  });
});
