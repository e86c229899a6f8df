import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Admission, admissionLimits, type Costs, type Permit } from './admit.js';

const { all } = admissionLimits(5);
const admission = (limits: Partial<Costs> = {}, ofAddress: Partial<Costs> = {}) =>
  new Admission({ all: { ...all, audioSeconds: 600, ...limits }, ofAddress });
/** Of 600 seconds, this much is kept for requests of a minute at most. */
const RESERVED = 100;

/** @returns undefined when there is no room */
function admit(to: Admission, costs: Partial<Costs>, address?: string): Permit | undefined {
  const permit = to.permit(address);
  return permit.add(costs) ? permit : undefined;
}
const speech = (to: Admission, audioSeconds: number) => admit(to, { requests: 1, audioSeconds });

describe('the bound of the queue', () => {
  test('holds for any order of coming and going', () => {
    const steps = fc.array(fc.oneof(fc.nat({ max: 700 }), fc.constant('leave' as const)), { maxLength: 200 });
    fc.assert(
      fc.property(steps, (taken) => {
        const queue = admission();
        const permits: { permit: Permit; seconds: number }[] = [];
        const held = () => permits.reduce((sum, { seconds }) => sum + seconds, 0);
        for (const step of taken) {
          if (step === 'leave') permits.shift()?.permit.release();
          else {
            const permit = speech(queue, step);
            if (permit) permits.push({ permit, seconds: step });
            else if (permits.length < 5) expect(held() + step).toBeGreaterThan(step > 60 ? 500 : 600);
          }
          expect(queue.requests).toBe(permits.length);
          expect(permits.length).toBeLessThanOrEqual(5);
          const longest = Math.max(0, ...permits.map(({ seconds }) => seconds));
          expect(held()).toBeLessThanOrEqual(Math.max(600, longest + RESERVED));
        }
      }),
    );
  });

  test('lets a request in that is longer than the bound when no other long one is there', () => {
    const queue = admission();
    expect(speech(queue, 10_000)).toBeDefined();
    expect(speech(queue, 61)).toBeUndefined();
  });

  test('keeps room for sentences beside a request that takes all of it', () => {
    const queue = admission();
    speech(queue, 10_000);
    expect(speech(queue, 50)).toBeDefined();
    expect(speech(queue, 50)).toBeDefined();
    expect(speech(queue, 1)).toBeUndefined();
  });

  test('counts audio instead of its estimate as soon as it is more, and until it is sent', () => {
    const queue = admission();
    const first = speech(queue, 100);
    first?.keep(300);
    first?.keep(150);
    first?.release('requests');
    expect(queue.requests).toBe(0);
    expect(speech(queue, 100)).toBeUndefined();
    expect(queue.full).toBe(false);
    first?.keep(150);
    expect(queue.full).toBe(true);
    first?.release();
    expect(queue.full).toBe(false);
    expect(speech(queue, 100)).toBeDefined();
  });

  test('gives back what a request holds once, however often it is released', () => {
    const queue = admission({ requests: 2 });
    const first = speech(queue, 1);
    speech(queue, 1);
    first?.release();
    first?.release();
    expect(queue.requests).toBe(1);
  });

  test('refuses all of what is asked for when one part of it has no room', () => {
    const queue = admission({ audioSeconds: 60 });
    expect(admit(queue, { requests: 1, audioSeconds: 60 })).toBeDefined();
    expect(admit(queue, { requests: 1, audioSeconds: 60 })).toBeUndefined();
    expect(queue.requests).toBe(1);
  });

  test('takes twice as many texts as requests, so that it can always fill', () => {
    expect(admissionLimits(50).all).toMatchObject({ requests: 50, texts: 100 });
  });
});

describe('a full queue', () => {
  const fill = (queue: Admission, client: string, count: number, displaced: string[]) =>
    Array.from({ length: count }, (_, index) => {
      const permit = queue.permit(client, () => displaced.push(`${client}${index}`));
      return permit.add({ requests: 1, audioSeconds: 1 }) ? permit : undefined;
    });

  test('lets a client with fewer places in for the newest waiting request of the one with the most', () => {
    const queue = admission();
    const displaced: string[] = [];
    const [first, , , , last] = fill(queue, 'a', 5, displaced);
    first?.start();
    expect(fill(queue, 'b', 1, displaced)[0]).toBeDefined();
    expect(displaced).toEqual(['a4']);
    expect(last?.add({ requests: 1 })).toBe(false);
    expect(queue.requests).toBe(5);
    expect(fill(queue, 'c', 1, displaced)[0]).toBeDefined();
    expect(displaced).toEqual(['a4', 'a3']);
    // Nobody gains by exchanging equal shares.
    expect(fill(queue, 'b', 2, displaced).filter(Boolean)).toHaveLength(1);
    expect(displaced).toEqual(['a4', 'a3', 'a2']);
    expect(fill(queue, 'a', 1, displaced)[0]).toBeUndefined();
  });

  test('displaces what waits for speech rather than a newer one whose text is being prepared', () => {
    const queue = admission();
    const displaced: string[] = [];
    fill(queue, 'a', 5, displaced);
    queue.permit('a', () => displaced.push('a text')).add({ texts: 1 });
    expect(fill(queue, 'b', 1, displaced)[0]).toBeDefined();
    expect(displaced).toEqual(['a4']);
  });

  test('displaces nothing that is being spoken, and nothing that would not make room', () => {
    const queue = admission();
    const displaced: string[] = [];
    for (const permit of fill(queue, 'a', 5, displaced)) permit?.start();
    expect(fill(queue, 'b', 1, displaced)[0]).toBeUndefined();
    const waiting = admission();
    fill(waiting, 'a', 5, displaced);
    expect(waiting.permit('b').add({ requests: 1, previews: 65 })).toBe(false);
    expect(displaced).toEqual([]);
  });
});

describe('the bound of uploads', () => {
  test('is on those of one address and on all together', () => {
    const queue = admission({ uploads: 3 }, { uploads: 2 });
    const upload = (address: string) => admit(queue, { uploads: 1 }, address);
    const first = upload('192.0.2.1');
    expect(upload('192.0.2.1')).toBeDefined();
    expect(upload('192.0.2.1')).toBeUndefined();
    expect(upload('192.0.2.2')).toBeDefined();
    expect(upload('192.0.2.3')).toBeUndefined();
    first?.release();
    first?.release();
    expect(upload('192.0.2.3')).toBeDefined();
    expect(upload('192.0.2.4')).toBeUndefined();
  });

  test('is on the bytes that have arrived, of each address and of all together', () => {
    const queue = admission({ uploadBytes: 100 }, { uploadBytes: 60 });
    const [one, two] = [queue.permit('192.0.2.1'), queue.permit('192.0.2.2')];
    expect(one.add({ uploadBytes: 60 })).toBe(true);
    expect(one.add({ uploadBytes: 1 })).toBe(false);
    expect(two.add({ uploadBytes: 40 })).toBe(true);
    expect(two.add({ uploadBytes: 1 })).toBe(false);
    one.release();
    expect(two.add({ uploadBytes: 20 })).toBe(true);
    expect(one.add({ uploadBytes: 1 })).toBe(false);
  });
});
