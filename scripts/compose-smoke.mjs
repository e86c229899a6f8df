// Brings the stack up with Docker Compose and uses it as a newcomer would: `node scripts/compose-smoke.mjs`.
// Builds, starts, signs in, speaks, restarts, recreates with the data kept, takes everything down again. It works under
// a project name and on ports of its own, and leaves nothing behind. Needs a Docker engine with Compose v2.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const project = `ownvoice-smoke-${process.pid}`;
const ports = { auth: process.env.AUTH_PORT ?? '18000', tts: process.env.TTS_PORT ?? '18100' };
const env = {
  ...process.env,
  AUTH_PORT: ports.auth,
  TTS_PORT: ports.tts,
  SINGLE_USER_MODE: 'false',
  DEFAULT_ADMIN_PASSWORD: `Smoke-${process.pid}-Test1`,
  // An address where nobody answers: the stack must work without a hub.
  HF_ENDPOINT: 'http://127.0.0.1:9',
};
const auth = `http://127.0.0.1:${ports.auth}`;
const tts = `http://127.0.0.1:${ports.tts}`;
const started = Date.now();
const say = (text) => console.log(`[${((Date.now() - started) / 1000).toFixed(0).padStart(4)}s] ${text}`);

if (spawnSync('docker', ['compose', 'version'], { stdio: 'ignore' }).status !== 0) {
  console.log('skipped: no Docker engine with Compose v2 here');
  process.exit(0);
}

function compose(...args) {
  const result = spawnSync('docker', ['compose', '-p', project, ...args], { cwd: root, env, encoding: 'utf8' });
  if (result.status !== 0)
    throw new Error(`docker compose ${args.join(' ')} failed:\n${result.stdout}${result.stderr}`);
  return result.stdout;
}

async function json(method, url, body, token) {
  const response = await fetch(url, {
    method,
    // A container that was replaced leaves its connections dead in the pool.
    headers: {
      connection: 'close',
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined };
}

async function signIn(username, password) {
  const answer = await json('POST', `${auth}/api/auth/login`, { username, password });
  assert.equal(answer.status, 200, `sign-in of ${username}: ${JSON.stringify(answer.body)}`);
  return answer.body.token;
}

async function speak() {
  const response = await fetch(`${tts}/v1/audio/speech`, {
    method: 'POST',
    headers: { connection: 'close', 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'tts-1', voice: 'alloy', input: 'Hello, this is your own voice.' }),
  });
  const wav = Buffer.from(await response.arrayBuffer());
  assert.equal(response.status, 200, wav.toString('utf8', 0, 300));
  assert.equal(wav.toString('latin1', 0, 4), 'RIFF');
  assert.equal(wav.readUInt32LE(4), wav.length - 8, 'the RIFF size is exact');
  assert.equal(wav.readUInt32LE(24), 24_000);
  assert.ok(wav.length > 24_000, 'more than half a second of sound');
  return response.headers.get('x-tts-engine');
}

try {
  say('building the images');
  compose('build', '--quiet');
  say('starting');
  const before = Date.now();
  compose('up', '-d', '--wait', '--wait-timeout', '120');
  say(`every service is healthy after ${((Date.now() - before) / 1000).toFixed(1)} s`);

  const admin = await signIn('admin', env.DEFAULT_ADMIN_PASSWORD);
  const user = { username: 'ada', password: 'Analytical1' };
  assert.equal((await json('POST', `${auth}/api/users/`, user, admin)).status, 201);
  const ada = await signIn(user.username, user.password);
  assert.equal((await json('GET', `${auth}/api/auth/me`, undefined, ada)).body.username, 'ada');
  say(`signed in, made a user; speech by the engine ${await speak()}`);

  const health = await json('GET', `${tts}/health`);
  assert.equal(health.body.status === 'healthy' || health.body.status === 'loading', true, JSON.stringify(health.body));
  say(`speech health: ${JSON.stringify(health.body)}`);

  compose('restart', '--timeout', '15', 'auth', 'tts');
  compose('up', '-d', '--wait', '--wait-timeout', '120');
  assert.equal((await json('GET', `${auth}/api/auth/me`, undefined, ada)).status, 200, 'a token outlives a restart');
  say('restarted: the token still holds');

  compose('up', '-d', '--force-recreate', '--wait', '--wait-timeout', '120');
  await signIn(user.username, user.password);
  await speak();
  say('recreated, as an upgrade does: the account is still there');

  compose('stop', '--timeout', '15');
  for (const line of compose('ps', '-a', '--format', 'json').trim().split('\n')) {
    const container = JSON.parse(line);
    assert.equal(container.ExitCode, 0, `${container.Service} ended with ${container.ExitCode}`);
  }
  say('stopped: every process ended with 0');
  for (const image of ['ownvoice-auth', 'ownvoice-tts']) {
    const size = (name) =>
      Number(spawnSync('docker', ['image', 'inspect', '-f', '{{.Size}}', name], { encoding: 'utf8' }).stdout);
    const base = size(env.NODE_IMAGE ?? 'node:22-bookworm-slim');
    say(`${image}: ${Math.round((size(`${image}:latest`) - base) / 1e6)} MB above its base`);
  }
  console.log('compose: everything worked');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(
    spawnSync('docker', ['compose', '-p', project, 'logs', '--tail', '40'], { cwd: root, env, encoding: 'utf8' })
      .stdout,
  );
  process.exitCode = 1;
} finally {
  spawnSync('docker', ['compose', '-p', project, 'down', '-v', '--timeout', '15'], { cwd: root, env, stdio: 'ignore' });
}
