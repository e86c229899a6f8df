import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

const ports = { auth: process.env.AUTH_PORT ?? '18000', tts: process.env.TTS_PORT ?? '18100' };
const project = `ownvoice-smoke-${process.pid}`;

/** The compose file's stack, with a project name and ports of its own. */
export const stack = {
  auth: `http://127.0.0.1:${ports.auth}`,
  tts: `http://127.0.0.1:${ports.tts}`,
  /** Environment of every `docker compose` command. */
  env: {
    ...process.env,
    COMPOSE_PROJECT_NAME: project,
    // Tags of its own: the images of this machine's installation stay as they are.
    OWNVOICE_IMAGE: 'ownvoice-',
    OWNVOICE_VERSION: 'smoke',
    COMPOSE_FILE: join(root, 'docker-compose.yml'),
    AUTH_PORT: ports.auth,
    TTS_PORT: ports.tts,
    SINGLE_USER_MODE: 'false',
    DEFAULT_ADMIN_PASSWORD: `Smoke-${randomBytes(6).toString('hex')}-Test1`,
    // Nothing listens there: the stack must work without a hub.
    HF_ENDPOINT: 'http://127.0.0.1:9',
  },
};

/** @throws {Error} with the output, unless the command exits with 0 */
export function compose(...args) {
  const result = spawnSync('docker', ['compose', ...args], { env: stack.env, encoding: 'utf8' });
  if (result.status !== 0)
    throw new Error(`docker compose ${args.join(' ')} failed:\n${result.stdout}${result.stderr}`);
  return result.stdout;
}

/** Starts the services that are not running and waits until all are healthy. */
export const up = (...options) => compose('up', '-d', ...options, '--wait', '--wait-timeout', '120');

/** One request; the body and the answer are JSON. */
export async function ask(method, url, body, token) {
  const response = await fetch(url, {
    method,
    // A replaced container leaves dead connections in the pool.
    headers: {
      connection: 'close',
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : undefined };
}

export const login = (username, password) => ask('POST', `${stack.auth}/api/auth/login`, { username, password });

/** @returns the token */
export async function signIn(username, password) {
  const answer = await login(username, password);
  assert.equal(answer.status, 200, `sign-in of ${username}: ${JSON.stringify(answer.body)}`);
  return answer.body.token;
}

/** The status of a request that needs a valid token. */
export const me = async (token) => (await ask('GET', `${stack.auth}/api/auth/me`, undefined, token)).status;

/** Speaks a sentence and checks the WAV file and how long it plays at least, in seconds. @returns the engine */
export async function speak(atLeast = 0.5) {
  const response = await fetch(`${stack.tts}/v1/audio/speech`, {
    method: 'POST',
    headers: { connection: 'close', 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'tts-1', voice: 'alloy', input: 'Hello, this is your own voice.' }),
  });
  const wav = Buffer.from(await response.arrayBuffer());
  assert.equal(response.status, 200, wav.toString('utf8', 0, 300));
  assert.equal(wav.toString('latin1', 0, 4), 'RIFF');
  assert.equal(wav.readUInt32LE(4), wav.length - 8, 'the RIFF size is exact');
  assert.equal(wav.readUInt32LE(24), 24_000);
  assert.ok(wav.length > atLeast * 48_000, `${wav.length} bytes are less than ${atLeast} s of audio`);
  return response.headers.get('x-tts-engine');
}

export const VARIANT = 'customvoice-0.6b';

/** Chooses the model, and copies its small checkpoint of the golden cases into the models volume as official files. */
export function installCheckpoint() {
  Object.assign(stack.env, { TTS_MODEL: VARIANT, MODEL_PULL: 'off' });
  const checkpoint = join(root, 'tests/golden', VARIANT, 'checkpoint');
  const copy = `mkdir -p /models/checkpoints && cp -r /golden /models/checkpoints/${VARIANT}`;
  compose('run', '--rm', '--no-deps', '-v', `${checkpoint}:/golden:ro`, '--entrypoint', 'sh', 'tts', '-ec', copy);
}

/** Waits until the model is built or read, and speaks with it; its weights are random, and so is how long that takes. */
export async function speakWithModel() {
  up();
  assert.equal(await speak(0.05), 'qwen3-tts');
}

/** Removes what was built, so that this image builds it again. */
export async function rebuildModel() {
  compose('exec', '-T', 'tts', 'sh', '-ec', `rm -r /models/${VARIANT}-*`);
  compose('restart', '--timeout', '15', 'tts');
  await speakWithModel();
}
