import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { withFileLock } from './file-lock.js';

describe('a file lock', () => {
  let folder: string;
  let lock: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lock-'));
    lock = join(folder, 'inside', '.lock');
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** What a holder leaves that is killed. */
  const abandon = async () => {
    await mkdir(dirname(lock));
    await writeFile(lock, 'a holder in another container');
  };

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

  /** The clock of the waiting ones, which stands still. */
  function waitingClock() {
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => void clock.mockRestore());
    return {
      advance: (ms: number) => {
        now += ms;
      },
      /** Resolves when each of them has looked at the lock anew; one look takes the time once or twice. */
      looked: async (waiting = 1) => {
        const before = clock.mock.calls.length;
        while (clock.mock.calls.length < before + 4 * waiting) await setImmediate();
      },
    };
  }

  test('is taken over by one of several from a holder that was killed', async () => {
    await abandon();
    const clock = waitingClock();
    let inside = 0;
    const enter = async () => {
      expect(++inside).toBe(1);
      await stat(lock);
      inside--;
      return 'taken';
    };
    const options = { pollInterval: 1, staleAfter: 40_000 };
    const all = Promise.all(Array.from({ length: 8 }, () => withFileLock(lock, enter, options)));
    await clock.looked(8);
    clock.advance(40_001);
    expect(await all).toEqual(Array(8).fill('taken'));
    expect(await readdir(dirname(lock))).toEqual([]);
  });

  test('is not taken over while its holder renews it, however old the clocks say that it is', async () => {
    await abandon();
    const clock = waitingClock();
    const taken = withFileLock(lock, async () => 'taken', { pollInterval: 1, staleAfter: 40_000 });
    for (let renewal = 1; renewal <= 3; renewal++) {
      await utimes(lock, new Date(renewal), new Date(renewal));
      await clock.looked();
      clock.advance(40_000);
      await clock.looked();
      await stat(lock);
    }
    clock.advance(1);
    expect(await taken).toBe('taken');
  });

  test('is left by a process that ends in order, and taken at once from one of this machine that was killed', async () => {
    const program = join(folder, 'holder.mjs');
    const module = new URL('../../dist/store/file-lock.js', import.meta.url).href;
    await writeFile(
      program,
      `import { withFileLock } from ${JSON.stringify(module)};
       await withFileLock(${JSON.stringify(lock)}, () => new Promise(() => {
         process.on('message', () => process.exit());
         process.send('inside');
       }));`,
    );
    const holder = async () => {
      const child = fork(program, { execArgv: [] });
      await once(child, 'message');
      return child;
    };
    const orderly = await holder();
    orderly.send('end');
    await once(orderly, 'exit');
    await expect(stat(lock)).rejects.toThrow();
    const killed = await holder();
    const waiting = withFileLock(lock, async () => 'taken', { pollInterval: 1 });
    const clock = waitingClock();
    await clock.looked();
    await stat(lock);
    killed.kill('SIGKILL');
    // At once: the time by which a lock counts as abandoned stands still.
    expect(await waiting).toBe('taken');
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
