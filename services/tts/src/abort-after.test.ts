import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { abortAfter } from './abort-after.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('a signal that fires after some time', () => {
  test('fires though nothing else holds it and memory is collected', async () => {
    const { signal } = new AbortController();
    const fired = once(abortAfter(signal, 50), 'abort');
    const collecting = setInterval(collectGarbage, 5);
    await fired;
    clearInterval(collecting);
    expect(signal.aborted).toBe(false);
  });

  test('fires with the signal that it was given, for its reason', () => {
    const request = new AbortController();
    const either = abortAfter(request.signal, 60_000);
    request.abort(new Error('left'));
    expect(either.reason).toEqual(new Error('left'));
    expect(abortAfter(request.signal, 60_000).reason).toBe(either.reason);
  });
});
