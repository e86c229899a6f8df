import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../processes/free-port.js';
import { NpmStart } from './harness/npm-start.js';

describe('npm start', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'ownvoice-start-'));
  let ports: { auth: number; tts: number };
  let running: NpmStart;
  let banner: string;

  beforeAll(async () => {
    ports = { auth: await freePort(), tts: await freePort() };
    running = new NpmStart(dataDir, { env: { PORT: String(ports.auth), TTS_PORT: String(ports.tts) } });
    banner = await running.banner();
  });
  afterAll(async () => {
    await running.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('prints the addresses', () => {
    expect(banner).toContain(`Accounts  http://localhost:${ports.auth} `);
    expect(banner).toContain(`Speech    http://localhost:${ports.tts} `);
  });

  test('says that accounts do not decide about speech, and what makes them', () => {
    expect(banner).toContain('Speech requires no sign-in. The gateway adds it: docs/');
  });

  test.skipIf(process.platform !== 'linux')('binds both services to loopback', async () => {
    for (const port of Object.values(ports)) {
      // Fails where the port is taken on all addresses.
      const other = createServer().listen(port, '127.0.0.2');
      await once(other, 'listening');
      other.close();
    }
  });

  test('prints the first credentials in the banner, once, and they sign in', async () => {
    const username = /Username: (\S+)/.exec(banner)?.[1];
    const password = /Password: (\S+)/.exec(banner)?.[1] ?? 'none';
    expect(running.output.split(password)).toHaveLength(2);
    const response = await fetch(`http://127.0.0.1:${ports.auth}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ token_type: 'Bearer', user: { username, role: 'admin' } });
  });

  test('answers a request for speech with a WAV file', async () => {
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

  test('leads from each page to the other', async () => {
    const healthOf = async (port: number) => (await fetch(`http://127.0.0.1:${port}/health`)).json();
    expect(await healthOf(ports.auth)).toMatchObject({ speech_url: `http://localhost:${ports.tts}` });
    expect(await healthOf(ports.tts)).toMatchObject({ accounts_url: `http://localhost:${ports.auth}` });
  });

  test('serves the pages of both services', async () => {
    for (const port of [ports.auth, ports.tts]) {
      const response = await fetch(`http://127.0.0.1:${port}/`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    }
  });

  test('a port that is in use is one sentence for each, with its setting', async () => {
    const second = new NpmStart(dataDir, { env: { PORT: String(ports.auth), TTS_PORT: String(ports.tts) } });
    expect(await second.ended).toBe(1);
    const taken = (port: number, setting: string) =>
      `ownvoice: Port ${port} on 127.0.0.1 is taken by another program; choose another port. The setting is ${setting}.\n`;
    expect(second.output).toBe(taken(ports.auth, 'PORT') + taken(ports.tts, '--port or TTS_PORT'));
  });

  test('Ctrl-C leaves neither a process nor an open port', async () => {
    expect(await running.stop('SIGINT')).toBe(0);
    for (const port of [ports.auth, ports.tts]) {
      await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow();
    }
    expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain(dataDir);
  });

  test('a later start says how to reset the password of the administrator who is there', async () => {
    const again = new NpmStart(dataDir, { env: { DEFAULT_ADMIN_USERNAME: 'chief' } });
    const later = await again.banner();
    expect(later).toContain('To reset a password, with the same DATA_DIR: npm run admin -- reset-password admin');
    expect(later).not.toContain('Password: ');
    expect(await again.stop()).toBe(0);
  });
});
