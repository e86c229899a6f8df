import type { EncodedReference } from '@ownvoice/qwen3-tts';
import { describe, expect, test } from 'vitest';
import { ReferenceCache } from './reference-cache.js';

const BYTES = 4_000;
const WANTED = new AbortController().signal;
const reference = (): EncodedReference => ({ speakerEmbedding: new Float32Array(BYTES / 4), spoken: undefined });

describe('ReferenceCache', () => {
  test('encodes what it was asked for once, also when asked twice at the same time', async () => {
    const cache = new ReferenceCache(10 * BYTES);
    let encodings = 0;
    const encode = async () => {
      encodings++;
      return reference();
    };
    const [first, second] = await Promise.all([cache.get('a', WANTED, encode), cache.get('a', WANTED, encode)]);
    expect(second).toBe(first);
    expect(await cache.get('a', WANTED, encode)).toBe(first);
    expect(encodings).toBe(1);
    expect(cache).toMatchObject({ bytes: BYTES, hits: 2, misses: 1 });
  });

  test('lets the least recently used go when it holds more bytes than it may', async () => {
    const cache = new ReferenceCache(2 * BYTES);
    const encode = async () => reference();
    const a = await cache.get('a', WANTED, encode);
    await cache.get('b', WANTED, encode);
    await cache.get('a', WANTED, encode);
    await cache.get('c', WANTED, encode);
    expect(cache.bytes).toBe(2 * BYTES);
    expect(await cache.get('a', WANTED, encode)).toBe(a);
    await cache.get('b', WANTED, encode);
    expect(cache.misses).toBe(4);
  });

  test('ends an encoding when the last one who waits for it has gone, and begins anew for the next', async () => {
    const cache = new ReferenceCache(BYTES);
    const ends: AbortSignal[] = [];
    const endless = (unwanted: AbortSignal) => {
      ends.push(unwanted);
      return new Promise<EncodedReference>((_, reject) => {
        unwanted.addEventListener('abort', () => reject(unwanted.reason));
      });
    };
    const clients = [new AbortController(), new AbortController()];
    const waiting = clients.map(({ signal }) => cache.get('a', signal, endless).catch(({ message }) => message));
    clients[0]!.abort(new Error('gone'));
    expect(ends.map(({ aborted }) => aborted)).toEqual([false]);
    clients[1]!.abort(new Error('gone too'));
    expect(await Promise.all(waiting)).toEqual(['gone too', 'gone too']);
    await expect(cache.get('a', WANTED, async () => reference())).resolves.toBeDefined();
    expect(cache.misses).toBe(2);
  });

  test('keeps no failure', async () => {
    const cache = new ReferenceCache(BYTES);
    const failing = cache.get('a', WANTED, async () => {
      throw new Error('too short');
    });
    await expect(failing).rejects.toThrow('too short');
    await expect(cache.get('a', WANTED, async () => reference())).resolves.toBeDefined();
    expect(cache.bytes).toBe(BYTES);
  });
});
