import { getEventListeners, once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { withinTime } from './within-time.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('the signal of work that is given some time', () => {
  test('fires though nothing else holds it and memory is collected', async () => {
    const { signal } = new AbortController();
    const fired = withinTime(signal, 50, (inTime) => once(inTime, 'abort'));
    const collecting = setInterval(collectGarbage, 5);
    await fired;
    clearInterval(collecting);
    expect(signal.aborted).toBe(false);
  });

  test('fires with the signal that it was given, for its reason', async () => {
    const request = new AbortController();
    const reasonOf = (): Promise<unknown> =>
      withinTime(request.signal, 60_000, async (inTime) => {
        if (!inTime.aborted) await once(inTime, 'abort');
        return inTime.reason;
      });
    const first = reasonOf();
    request.abort(new Error('left'));
    expect(await first).toEqual(new Error('left'));
    expect(await reasonOf()).toBe(await first);
  });

  test('leaves no listener at the one that it was given when the work is done or has failed', async () => {
    const { signal } = new AbortController();
    await withinTime(signal, 60_000, async () => {});
    await expect(withinTime(signal, 60_000, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
