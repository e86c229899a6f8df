import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Admission, type Place } from './admission.js';

describe('the bound of the queue', () => {
  test('holds for any order of coming and going', () => {
    const steps = fc.array(fc.oneof(fc.nat({ max: 60 }), fc.constant('leave' as const)), { maxLength: 200 });
    fc.assert(
      fc.property(steps, (taken) => {
        const admission = new Admission({ requests: 5, characters: 100 });
        const places: { place: Place; characters: number }[] = [];
        for (const step of taken) {
          if (step === 'leave') places.shift()?.place.leave();
          else {
            const inside = places.reduce((sum, { characters }) => sum + characters, 0);
            const place = admission.enter(step);
            const fits = places.length < 5 && (places.length === 0 || inside + step <= 100);
            expect(place !== undefined).toBe(fits);
            if (place) places.push({ place, characters: step });
          }
          expect(admission.requests).toBe(places.length);
        }
      }),
    );
  });

  test('lets a request in that is longer than the bound when it is alone', () => {
    expect(new Admission({ requests: 5, characters: 100 }).enter(1_000)).toBeDefined();
  });

  test('gives a place back once, however often it is left', () => {
    const admission = new Admission({ requests: 2, characters: 100 });
    const first = admission.enter(1);
    admission.enter(1);
    first?.leave();
    first?.leave();
    expect(admission.requests).toBe(1);
  });
});
