import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withFileLock } from './file-lock.js';

describe('a file lock', () => {
  let folder: string;
  let lock: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lock-'));
    lock = join(folder, 'inside', '.lock');
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('lets one holder in at a time', async () => {
    let inside = 0;
    const enter = async () => {
      expect(++inside).toBe(1);
      await stat(lock);
      inside--;
    };
    await Promise.all(Array.from({ length: 5 }, () => withFileLock(lock, enter, { pollInterval: 1 })));
    await expect(stat(lock)).rejects.toThrow();
  });

  test('is released when the work fails', async () => {
    const failing = withFileLock(lock, async () => {
      throw new Error('disk full');
    });
    await expect(failing).rejects.toThrow('disk full');
    await expect(withFileLock(lock, async () => 'done')).resolves.toBe('done');
  });

  test('is taken over from a holder that was killed', async () => {
    await withFileLock(lock, async () => {});
    await writeFile(lock, '');
    const longAgo = new Date(Date.now() - 120_000);
    await utimes(lock, longAgo, longAgo);
    await expect(withFileLock(lock, async () => 'taken', { pollInterval: 1 })).resolves.toBe('taken');
  });

  test('stops waiting when the signal fires', async () => {
    const controller = new AbortController();
    await withFileLock(lock, async () => {
      const waiting = withFileLock(lock, async () => {}, { signal: controller.signal, pollInterval: 10_000 });
      controller.abort(new Error('stopped'));
      await expect(waiting).rejects.toThrow();
    });
  });
});
