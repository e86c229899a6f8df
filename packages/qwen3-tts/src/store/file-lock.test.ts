import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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
      await setImmediate();
      inside--;
    };
    await Promise.all(Array.from({ length: 5 }, () => withFileLock(lock, enter, { pollInterval: 1 })));
  });

  test('is released when the work fails', async () => {
    const failing = withFileLock(lock, async () => {
      throw new Error('disk full');
    });
    await expect(failing).rejects.toThrow('disk full');
    await expect(withFileLock(lock, async () => 'done')).resolves.toBe('done');
  });

  test('is taken at once, and by one of several, from a process that was killed', async () => {
    const program = join(folder, 'holder.mjs');
    const module = new URL('../../dist/store/file-lock.js', import.meta.url).href;
    await writeFile(
      program,
      `import { withFileLock } from ${JSON.stringify(module)};
       await withFileLock(${JSON.stringify(lock)}, () => new Promise(() => {
         process.on('message', () => {});
         process.send('inside');
       }));`,
    );
    const holder = fork(program, { execArgv: [] });
    await once(holder, 'message');
    let inside = 0;
    let waiting = 0;
    const enter = async () => {
      expect(++inside).toBe(1);
      await setImmediate();
      inside--;
      return 'taken';
    };
    const options = { pollInterval: 1, onWait: () => void waiting++ };
    const all = Promise.all(Array.from({ length: 8 }, () => withFileLock(lock, enter, options)));
    await vi.waitFor(() => expect(waiting).toBe(8));
    expect(inside).toBe(0);
    holder.kill('SIGKILL');
    expect(await all).toEqual(Array(8).fill('taken'));
  });

  test('is done without, and says so, where the file cannot be locked', async () => {
    await mkdir(lock, { recursive: true });
    const onUnlockable = vi.fn();
    await expect(withFileLock(lock, async () => 'done', { onUnlockable })).resolves.toBe('done');
    expect(onUnlockable).toHaveBeenCalledWith(expect.objectContaining({ code: 'EISDIR' }));
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
