import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tryFileLock } from '@ownvoice/shared/file-lock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../faults/harness/until.js';
import type { Service } from '../processes/launch.js';
import { speak, startSpeech } from '../processes/speech.js';

const VARIANT = 'customvoice-0.6b';
const checkpoint = fileURLToPath(new URL(`../golden/${VARIANT}/checkpoint`, import.meta.url));

/** Gives a process PID 1 of its own namespace, as a container does. */
const IN_CONTAINER = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];
const canUnshare = process.platform === 'linux' && process.getuid?.() === 0;
if (!canUnshare) console.warn('skipped: two services with the same pid, which takes root on Linux');

let modelsDir: string;
beforeAll(async () => {
  modelsDir = await mkdtemp(join(tmpdir(), 'ownvoice-shared-models-'));
  await cp(checkpoint, join(modelsDir, 'checkpoints', VARIANT), { recursive: true });
});
afterAll(() => rm(modelsDir, { recursive: true, force: true }));

test.skipIf(!canUnshare)(
  'of two services with the same pid on one folder of official files, one builds, the other waits, both are ready',
  async () => {
    const args = ['--model', VARIANT, '--models-dir', modelsDir, '--device', 'cpu', '--threads', '1'];
    const lock = join(modelsDir, 'checkpoints', VARIANT, '.lock');
    // Both find the folder in use, however long each takes to start; then the one waits for the other.
    const release = await tryFileLock(lock);
    const services = await Promise.all(
      [1, 2].map(() => startSpeech(args, { within: IN_CONTAINER, untilReady: false })),
    );
    const waits = ({ output }: Service) => output().includes(`Another process is preparing ${VARIANT}`);
    try {
      await until('both wait for the folder', () => services.every(waits));
      await release?.();
      for (const { origin } of services) {
        await until('it is ready', async () => (await fetch(`${origin}/ready`)).status === 200);
        const health = await (await fetch(`${origin}/health`)).json();
        expect(health).toMatchObject({ status: 'healthy', model_loaded: true, engine: 'qwen3-tts' });
      }
      const folders = await readdir(modelsDir);
      expect(folders.filter((name) => name.startsWith(VARIANT))).toHaveLength(1);
      const unlock = await tryFileLock(lock);
      await unlock?.();
      expect(unlock).toBeDefined();
      for (const { origin } of services) {
        const answer = await speak(origin, 'Hello.');
        expect([answer.status, answer.headers.get('x-tts-engine')]).toEqual([200, 'qwen3-tts']);
      }
    } finally {
      // unshare blocks SIGTERM; its end is that of its namespace.
      await Promise.all(services.map((service) => service.end('SIGKILL')));
    }
  },
);
