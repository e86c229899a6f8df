import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtEntry } from '@ownvoice/shared/built-entry';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockDataFolder } from './embedded-postgres.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ownvoice-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A process that locks the folder and waits, started as `command` says. It ends with its input. */
async function holder(command: readonly string[]) {
  const module = JSON.stringify(builtEntry(import.meta.url, './embedded-postgres.js').href);
  const script = `import { lockDataFolder } from ${module};
    await lockDataFolder(${JSON.stringify(folder)});
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
const attempt = async () => {
  const unlock = await lockDataFolder(folder);
  await unlock();
};

describe('a locked data folder', () => {
  test('belongs to one service, also of another temporary folder, and is free when that is killed', async () => {
    const { child, output } = await holder([]);
    expect(output()).toBe('locked\n');
    await expect(attempt()).rejects.toThrow(/Another service uses/);
    child.kill('SIGKILL');
    await once(child, 'close');
    await attempt();
    await attempt();
  });

  test('goes to one of ten that start at once on what a killed one has left', async () => {
    const { child } = await holder([]);
    child.kill('SIGKILL');
    await once(child, 'close');
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => lockDataFolder(folder)));
    const winners = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(winners).toHaveLength(1);
    for (const unlock of winners) await unlock();
  });
});

const inNamespace = ['unshare', '--pid', '--fork', '--kill-child'];
const canUnshare = process.platform === 'linux' && process.getuid?.() === 0;

test.skipIf(!canUnshare)('a process of another namespace is locked out of a data folder', async () => {
  const { child, output } = await holder(inNamespace);
  expect(output()).toBe('locked\n');
  await expect(attempt()).rejects.toThrow(/Another service uses/);
  child.stdin.end();
  await once(child, 'close');
  await attempt();
});
