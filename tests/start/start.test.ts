import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../processes/free-port.js';

const root = join(fileURLToPath(import.meta.url), '../../..');

/** Starts everything as `npm start` does and gathers what it prints. */
function start(ports: { auth: number; tts: number }, dataDir: string, more: Record<string, string> = {}) {
  const { DATABASE_URL: _, ...env } = process.env;
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs'), '--models-dir', join(dataDir, 'models')], {
    cwd: root,
    env: {
      ...env,
      NODE_ENV: 'development',
      PORT: String(ports.auth),
      TTS_PORT: String(ports.tts),
      DATA_DIR: dataDir,
      ...more,
    },
  });
  let output = '';
  const waiting: { pattern: RegExp; resolve: () => void }[] = [];
  const take = (data: Buffer) => {
    output += data;
    for (const { pattern, resolve } of waiting) if (pattern.test(output)) resolve();
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  return {
    child,
    output: () => output,
    says: (pattern: RegExp) =>
      new Promise<void>((resolve, reject) => {
        if (pattern.test(output)) return resolve();
        waiting.push({ pattern, resolve });
        child.once('exit', (code) => reject(new Error(`ended with ${code} before it said ${pattern}:\n${output}`)));
      }),
    ended: endOf(child),
  };
}

const endOf = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));

describe('npm start', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'ownvoice-start-'));
  let ports: { auth: number; tts: number };
  let running: ReturnType<typeof start>;

  beforeAll(async () => {
    ports = { auth: await freePort(), tts: await freePort() };
    running = start(ports, dataDir);
    await running.says(/Ownvoice is ready/);
  });
  afterAll(async () => {
    if (running.child.exitCode === null) running.child.kill('SIGTERM');
    await running.ended;
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('prints the addresses', () => {
    expect(running.output()).toContain(`http://localhost:${ports.auth}`);
    expect(running.output()).toContain(`http://localhost:${ports.tts}`);
  });

  test.skipIf(process.platform !== 'linux')('binds both services to loopback', async () => {
    for (const port of Object.values(ports)) {
      // Fails where the port is taken on all addresses.
      const other = createServer().listen(port, '127.0.0.2');
      await once(other, 'listening');
      other.close();
    }
  });

  test('prints the first credentials, which sign in', async () => {
    const username = /username:?\s+(\S+)/i.exec(running.output())?.[1];
    const password = /password:?\s+(\S+)/i.exec(running.output())?.[1];
    const response = await fetch(`http://127.0.0.1:${ports.auth}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ token_type: 'Bearer', user: { username, role: 'admin' } });
  });

  test('speaks', async () => {
    const response = await fetch(`http://127.0.0.1:${ports.tts}/v1/audio/speech`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ voice: 'ryan', input: 'Hello, this is your own voice.' }),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('audio/wav');
    const wav = Buffer.from(await response.arrayBuffer());
    expect(wav.toString('latin1', 0, 4)).toBe('RIFF');
    expect(wav.length).toBeGreaterThan(48_000);
  });

  test('serves the pages of both services', async () => {
    for (const port of [ports.auth, ports.tts]) {
      const response = await fetch(`http://127.0.0.1:${port}/`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    }
  });

  test('a port that is in use is one sentence', async () => {
    const second = start(ports, dataDir);
    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(new RegExp(`port ${ports.auth} is taken`));
  });

  test('Ctrl-C leaves neither a process nor an open port', async () => {
    running.child.kill('SIGINT');
    expect(await running.ended).toBe(0);
    for (const port of [ports.auth, ports.tts]) {
      await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow();
    }
    const { execFileSync } = await import('node:child_process');
    const processes = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
    expect(processes).not.toContain(dataDir);
  });
});
