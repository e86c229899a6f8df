import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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

  test('is taken over by one of several from a holder that was killed', async () => {
    await abandon();
    let inside = 0;
    const enter = async () => {
      expect(++inside).toBe(1);
      await stat(lock);
      inside--;
      return 'taken';
    };
    const options = { pollInterval: 1, staleAfter: 50 };
    const all = await Promise.all(Array.from({ length: 8 }, () => withFileLock(lock, enter, options)));
    expect(all).toEqual(Array(8).fill('taken'));
    expect(await readdir(dirname(lock))).toEqual([]);
  });

  test('is not taken over while its holder renews it, however old the clocks say that it is', async () => {
    await abandon();
    let waited = () => {};
    const waiting = new Promise<void>((resolve) => {
      waited = resolve;
    });
    const taken = withFileLock(lock, async () => 'taken', { pollInterval: 1, staleAfter: 400, onWait: () => waited() });
    await waiting;
    const began = performance.now();
    for (let renewal = 1; renewal <= 3; renewal++) {
      await utimes(lock, new Date(renewal), new Date(renewal));
      await expect.poll(() => performance.now() - began).toBeGreaterThan(renewal * 200);
      await stat(lock);
    }
    expect(await taken).toBe('taken');
    expect(performance.now() - began).toBeGreaterThan(600 + 200);
  });

  test('is left by a process that ends in order, and kept by one that is killed', async () => {
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
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    await stat(lock);
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
