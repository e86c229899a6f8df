import type { EncodedReference } from '@ownvoice/qwen3-tts';
import { describe, expect, test } from 'vitest';
import { ReferenceCache } from './reference-cache.js';

const BYTES = 4_000;
const reference = (): EncodedReference => ({ speakerEmbedding: new Float32Array(BYTES / 4), spoken: undefined });

describe('ReferenceCache', () => {
  test('encodes what it was asked for once, also when asked twice at the same time', async () => {
    const cache = new ReferenceCache(10 * BYTES);
    let encodings = 0;
    const encode = async () => {
      encodings++;
      return reference();
    };
    const [first, second] = await Promise.all([cache.get('a', encode), cache.get('a', encode)]);
    expect(second).toBe(first);
    expect(await cache.get('a', encode)).toBe(first);
    expect(encodings).toBe(1);
    expect(cache).toMatchObject({ bytes: BYTES, hits: 2, misses: 1 });
  });

  test('lets the least recently used go when it holds more bytes than it may', async () => {
    const cache = new ReferenceCache(2 * BYTES);
    const encode = async () => reference();
    const a = await cache.get('a', encode);
    await cache.get('b', encode);
    await cache.get('a', encode);
    await cache.get('c', encode);
    expect(cache.bytes).toBe(2 * BYTES);
    expect(await cache.get('a', encode)).toBe(a);
    await cache.get('b', encode);
    expect(cache.misses).toBe(4);
  });

  test('keeps no failure', async () => {
    const cache = new ReferenceCache(BYTES);
    const failing = cache.get('a', async () => {
      throw new Error('too short');
    });
    await expect(failing).rejects.toThrow('too short');
    await expect(cache.get('a', async () => reference())).resolves.toBeDefined();
    expect(cache.bytes).toBe(BYTES);
  });
});
