import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtEntry } from '@ownvoice/shared/built-entry';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockDataFolder, nativeLock } from './data-folder-lock.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ownvoice-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A process that locks the folder and waits, started as `command` says. It ends with its input. */
async function holder(how: 'with the library' | 'by its socket', command: readonly string[], where = folder) {
  const module = JSON.stringify(builtEntry(import.meta.url, './data-folder-lock.js').href);
  const lock = how === 'with the library' ? 'await nativeLock()' : 'undefined';
  const script = `import { lockDataFolder, nativeLock } from ${module};
    await lockDataFolder(${JSON.stringify(where)}, ${lock});
    console.log('locked'); process.stdin.on('end', () => process.exit()).resume();`;
  const [program = '', ...args] = [...command, process.execPath, '--input-type=module', '-e', script];
  const env = { ...process.env, TMPDIR: join(folder, 'tmp') };
  mkdirSync(env.TMPDIR, { recursive: true });
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const output: string[] = [];
  child.stdout.on('data', (chunk) => output.push(String(chunk)));
  child.stderr.on('data', (chunk) => output.push(String(chunk)));
  await Promise.race([once(child.stdout, 'data'), once(child, 'close')]);
  return { child, output: () => output.join('') };
}
const attempt = async (tryLock: Awaited<ReturnType<typeof nativeLock>>) => {
  const unlock = await lockDataFolder(folder, tryLock);
  await unlock();
};
const ways = [
  ['with the library', nativeLock],
  ['by its socket', async () => undefined],
] as const;

describe.each(ways)('a data folder that is locked %s', (how, load) => {
  test('belongs to one service, also of another temporary folder, and is free when that is killed', async () => {
    const { child, output } = await holder(how, []);
    expect(output()).toBe('locked\n');
    for (const [, other] of ways) await expect(attempt(await other())).rejects.toThrow(/Another service uses/);
    child.kill('SIGKILL');
    await once(child, 'close');
    await attempt(await load());
    await attempt(await load());
  });

  test('has a path of any length, and the working directory stays', async () => {
    const long = join(folder, 'x'.repeat(100), 'y'.repeat(100));
    mkdirSync(long, { recursive: true });
    const before = process.cwd();
    const unlock = await lockDataFolder(long, await load());
    await expect(lockDataFolder(long, await load())).rejects.toThrow(/Another service uses/);
    await unlock();
    expect(process.cwd()).toBe(before);
    expect((await readdir(long)).filter((name) => name.includes('sock'))).toEqual([]);
  });

  test('goes to one of ten that start at once on what a killed one has left', async () => {
    const { child } = await holder(how, []);
    child.kill('SIGKILL');
    await once(child, 'close');
    const tryLock = await load();
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => lockDataFolder(folder, tryLock)));
    const winners = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(winners).toHaveLength(1);
    for (const unlock of winners) await unlock();
  });
});

const inNamespace = ['unshare', '--pid', '--fork', '--kill-child'];
const canUnshare = process.platform === 'linux' && process.getuid?.() === 0;

test.skipIf(!canUnshare).each(ways)('a process of another namespace is locked out: %s', async (how, load) => {
  const { child, output } = await holder(how, inNamespace);
  expect(output()).toBe('locked\n');
  await expect(attempt(await load())).rejects.toThrow(/Another service uses/);
  child.stdin.end();
  await once(child, 'close');
  await attempt(await load());
});
