import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { send } from '@ownvoice/shared/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { descendantsOf, isRunning } from '../processes/children.js';
import { freePort } from '../processes/free-port.js';
import { speak } from '../processes/speech.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const SENTENCE = 'The quick brown fox jumps over the lazy dog.';
const ADMIN = { username: 'operator', password: 'Operator7Horse' };

/** Whom SIGTERM reaches. A negative id is a process group. */
const RECEIVERS = [
  ['the process', (npm: number) => descendantsOf(npm).find(({ command }) => command.startsWith('node'))?.pid],
  ['npm alone', (npm: number) => npm],
  ['the whole process group', (npm: number) => -npm],
] as const;

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const undo of cleanUp.splice(0).reverse()) await undo();
});

interface Program {
  readonly npm: number;
  readonly accounts: string;
  readonly speech: string;
  readonly ended: Promise<unknown>;
}

/** Starts npm in a process group of its own, as a supervisor or a terminal does, and waits until `/ready` is 200. */
async function startNpm(args: readonly string[], services: readonly ('accounts' | 'speech')[]): Promise<Program> {
  const folder = await mkdtemp(join(tmpdir(), 'ownvoice-signals-'));
  const [accounts, speech] = [await freePort(), await freePort()];
  const { DATABASE_URL: _, ...env } = process.env;
  const npm: ChildProcess = spawn('npm', args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...env,
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: String(accounts),
      DATA_DIR: join(folder, 'data'),
      JWT_SECRET: 'a secret for the tests of whole services, long enough',
      DEFAULT_ADMIN_USERNAME: ADMIN.username,
      DEFAULT_ADMIN_PASSWORD: ADMIN.password,
      TTS_HOST: '127.0.0.1',
      TTS_PORT: String(speech),
      TTS_MODELS_DIR: join(folder, 'models'),
    },
  });
  npm.stdout?.resume();
  npm.stderr?.resume();
  const pid = npm.pid ?? 0;
  const ended = once(npm, 'close');
  const started = new Set<number>();
  cleanUp.push(async () => {
    for (const left of [pid, ...started]) if (isRunning(left)) process.kill(left, 'SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  const program = {
    npm: pid,
    accounts: `http://127.0.0.1:${accounts}`,
    speech: `http://127.0.0.1:${speech}`,
    ended,
  };
  for (const service of services) {
    const ready = () => fetch(`${program[service]}/ready`).catch(() => undefined);
    await expect.poll(async () => (await ready())?.status, { timeout: 110_000 }).toBe(200);
  }
  for (const { pid } of descendantsOf(npm.pid)) started.add(pid);
  return program;
}

/** Requests for speech that are in flight: their engine stands still until `go`. */
async function speaking({ npm, speech }: Program) {
  const engines = descendantsOf(npm).filter(({ command }) => command.includes('builtin-process'));
  expect(engines).toHaveLength(1);
  for (const { pid } of engines) process.kill(pid, 'SIGSTOP');
  const answers = Array.from({ length: 4 }, () => speak(speech, SENTENCE));
  const queue = async () => {
    const { queue } = (await (await fetch(`${speech}/health`)).json()) as { queue: Record<string, number> };
    return (queue.running ?? 0) + (queue.waiting ?? 0);
  };
  await expect.poll(queue).toBe(answers.length);
  return {
    go: () => {
      for (const { pid } of engines) process.kill(pid, 'SIGCONT');
    },
    statuses: async () => (await Promise.all(answers)).map(({ status }) => status),
  };
}

/** Sign-ins that are in flight: the service has read them and has answered none. */
async function signingIn({ accounts }: Program): Promise<() => Promise<(number | undefined)[]>> {
  for (;;) {
    const options = { method: 'POST', agent: false, headers: { 'content-type': 'application/json' } };
    const signIns = Array.from({ length: 2 }, () => request(`${accounts}/api/auth/login`, options));
    let answered = 0;
    const statuses = signIns.map(async (signIn) => {
      const [response] = (await once(signIn, 'response')) as [IncomingMessage];
      answered += 1;
      response.resume();
      return response.statusCode;
    });
    const sent = signIns.map((signIn) => once(signIn, 'finish'));
    for (const signIn of signIns) signIn.end(JSON.stringify(ADMIN));
    await Promise.all(sent);
    // What comes on a later connection is read after them.
    await send(accounts, { path: '/health' });
    if (answered === 0) return () => Promise.all(statuses);
    await Promise.all(statuses);
  }
}

const isRefused = (origin: string) =>
  fetch(`${origin}/health`).then(
    ({ status }) => status === 503,
    () => true,
  );

/** Waits for the end, after which no process and no port is left. */
async function expectNothingLeft(program: Program, before: readonly { pid: number }[]): Promise<void> {
  await program.ended;
  await expect.poll(() => before.filter(({ pid }) => isRunning(pid))).toEqual([]);
  for (const origin of [program.accounts, program.speech]) await expect(fetch(`${origin}/health`)).rejects.toThrow();
}

describe.each(RECEIVERS)('SIGTERM under load to %s', (_whom, receiver) => {
  test('npm run start -w services/tts finishes what is in flight, refuses the rest and leaves nothing', async () => {
    const program = await startNpm(['run', 'start', '-w', 'services/tts'], ['speech']);
    const before = descendantsOf(program.npm);
    const { go, statuses } = await speaking(program);
    process.kill(receiver(program.npm) ?? 0, 'SIGTERM');
    await expect.poll(() => isRefused(program.speech)).toBe(true);
    go();
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    await expectNothingLeft(program, before);
  });

  test('npm run start -w services/auth finishes what is in flight, refuses the rest and leaves nothing', async () => {
    const program = await startNpm(['run', 'start', '-w', 'services/auth'], ['accounts']);
    const before = descendantsOf(program.npm);
    const statuses = await signingIn(program);
    process.kill(receiver(program.npm) ?? 0, 'SIGTERM');
    expect(await statuses()).toEqual([200, 200]);
    await expectNothingLeft(program, before);
  });
});

describe('SIGTERM under load to the whole process group', () => {
  test('npm start finishes what is in flight in both services and leaves nothing', async () => {
    const program = await startNpm(['start'], ['accounts', 'speech']);
    const before = descendantsOf(program.npm);
    const { go, statuses } = await speaking(program);
    const signedIn = await signingIn(program);
    process.kill(-program.npm, 'SIGTERM');
    await expect.poll(() => isRefused(program.speech)).toBe(true);
    go();
    expect([...(await statuses()), ...(await signedIn())]).toEqual(Array(6).fill(200));
    await expectNothingLeft(program, before);
  });
});

// dash stays between npm and the service and forwards nothing; bash becomes the service, which gets a forwarded signal twice.
describe.skipIf(!existsSync('/bin/bash'))('SIGTERM under load to the whole process group, with bash', () => {
  test('npm run start -w services/tts finishes what is in flight and leaves nothing', async () => {
    const program = await startNpm(['run', 'start', '-w', 'services/tts', '--script-shell', '/bin/bash'], ['speech']);
    const before = descendantsOf(program.npm);
    const { go, statuses } = await speaking(program);
    process.kill(-program.npm, 'SIGTERM');
    await expect.poll(() => isRefused(program.speech)).toBe(true);
    go();
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    await expectNothingLeft(program, before);
  });
});
