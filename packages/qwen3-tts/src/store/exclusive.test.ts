import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exclusively } from './exclusive.js';

describe('exclusively', () => {
  let folder: string;
  let lock: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lock-'));
    lock = join(folder, 'inside', '.lock');
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('lets one after the other', async () => {
    let inside = 0;
    const enter = async () => {
      expect(++inside).toBe(1);
      await stat(lock);
      inside--;
    };
    await Promise.all(Array.from({ length: 5 }, () => exclusively(lock, enter, { lookEvery: 1 })));
    await expect(stat(lock)).rejects.toThrow();
  });

  test('opens again when the work failed', async () => {
    const failing = exclusively(lock, async () => {
      throw new Error('disk full');
    });
    await expect(failing).rejects.toThrow('disk full');
    await expect(exclusively(lock, async () => 'done')).resolves.toBe('done');
  });

  test('takes over from a holder that is no more', async () => {
    await exclusively(lock, async () => {});
    await writeFile(lock, '');
    const longAgo = new Date(Date.now() - 120_000);
    await utimes(lock, longAgo, longAgo);
    await expect(exclusively(lock, async () => 'taken', { lookEvery: 1 })).resolves.toBe('taken');
  });

  test('stops waiting when it is told to', async () => {
    const controller = new AbortController();
    await exclusively(lock, async () => {
      const waiting = exclusively(lock, async () => {}, { signal: controller.signal, lookEvery: 10_000 });
      controller.abort(new Error('stopped'));
      await expect(waiting).rejects.toThrow();
    });
  });
});
