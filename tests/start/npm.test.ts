import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { freePort } from '../processes/free-port.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** `npm run start -w services/tts -- ...` as somebody types it. */
const startSpeech = (...args: string[]) =>
  spawn('npm', ['run', 'start', '-w', 'services/tts', '--', '--host', '127.0.0.1', ...args], { cwd: root });

describe('npm run start -w services/tts', () => {
  test('passes on arguments and the exit code', async () => {
    const npm = startSpeech('--no-such-option');
    let output = '';
    npm.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const [code] = await once(npm, 'close');
    expect(output).toContain('--no-such-option');
    expect(code).toBe(2);
  });

  test('SIGTERM to npm ends the service', async () => {
    const port = await freePort();
    const npm = startSpeech('--port', String(port));
    // The service has npm's pipes; they close when it has ended.
    const closed = once(npm, 'close');
    npm.stdout.resume();
    npm.stderr.resume();
    const health = () => fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
    while (!(await health())) await pause(50);
    npm.kill('SIGTERM');
    await closed;
    expect(await health()).toBeUndefined();
  });
});
