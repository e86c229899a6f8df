// Runs the stack with Docker Compose and uses it as a new user would: `node scripts/compose-smoke.mjs`.
// Builds, starts, signs in, speaks, restarts, recreates with the data kept, puts the gateway in front, changes a secret, backs up
// and restores, upgrades the previous version, changes to the GPU's image and back, and removes everything. Its project name and
// ports are its own. Needs a Docker engine with Compose v2.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { changeDevice } from './compose/devices.mjs';
import { useGateway } from './compose/gateway.mjs';
import { backupAndRestore, changeDatabasePassword } from './compose/operations.mjs';
import { ask, compose, me, root, signIn, speak, stack, up } from './compose/stack.mjs';
import { upgrade } from './compose/upgrade.mjs';

const started = Date.now();
const say = (text) => console.log(`[${((Date.now() - started) / 1000).toFixed(0).padStart(4)}s] ${text}`);

if (spawnSync('docker', ['compose', 'version'], { stdio: 'ignore' }).status !== 0) {
  console.log('skipped: no Docker engine with Compose v2');
  process.exit(0);
}

try {
  say('building the images');
  compose('build', '--quiet');
  say('starting');
  const before = Date.now();
  up();
  say(`healthy after ${((Date.now() - before) / 1000).toFixed(1)} s`);

  const admin = await signIn('admin', stack.env.DEFAULT_ADMIN_PASSWORD);
  const user = { username: 'ada', password: 'Analytical1' };
  assert.equal((await ask('POST', `${stack.auth}/api/users/`, user, admin)).status, 201);
  const ada = await signIn(user.username, user.password);
  assert.equal(await me(ada), 200);
  say(`signed in, created a user; speech by the engine ${await speak()}`);

  const health = await ask('GET', `${stack.tts}/health`);
  assert.equal(health.body.status === 'healthy' || health.body.status === 'loading', true, JSON.stringify(health.body));
  say(`/health of speech: ${JSON.stringify(health.body)}`);

  compose('restart', '--timeout', '15', 'auth', 'tts');
  up();
  assert.equal(await me(ada), 200, 'a token outlives a restart');
  say('restarted: the token is still valid');

  up('--force-recreate');
  await signIn(user.username, user.password);
  await speak();
  say('recreated, as by an upgrade: the account still exists');

  await useGateway(user.username, user.password, say);
  await changeDatabasePassword(user, say);
  await backupAndRestore(user, admin, say);

  compose('down', '-v', '--timeout', '15');
  await upgrade(user, say);
  await changeDevice(say);

  compose('stop', '--timeout', '15');
  for (const line of compose('ps', '-a', '--format', 'json').trim().split('\n')) {
    const container = JSON.parse(line);
    assert.equal(container.ExitCode, 0, `${container.Service} exited with ${container.ExitCode}`);
  }
  say('stopped: every process exited with 0');
  for (const image of ['ownvoice-auth', 'ownvoice-tts']) {
    const size = (name) =>
      Number(spawnSync('docker', ['image', 'inspect', '-f', '{{.Size}}', name], { encoding: 'utf8' }).stdout);
    const base = size(stack.env.NODE_IMAGE ?? 'node:22-bookworm-slim');
    say(`${image}: ${Math.round((size(`${image}:smoke`) - base) / 1e6)} MB above its base`);
  }
  console.log('compose: passed');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(spawnSync('docker', ['compose', 'logs', '--tail', '40'], { env: stack.env, encoding: 'utf8' }).stdout);
  process.exitCode = 1;
} finally {
  // The gateway's network and volume too, which the stack alone does not name.
  const env = { ...stack.env, COMPOSE_FILE: 'docker-compose.yml:docker-compose.gateway.yml' };
  spawnSync('docker', ['compose', 'down', '-v', '--timeout', '15'], { cwd: root, env, stdio: 'ignore' });
  const images = ['auth:smoke', 'tts:smoke', 'auth:smoke-previous', 'tts:smoke-previous', 'tts-cuda:smoke'];
  for (const image of [...images, 'packages:smoke', 'verified:smoke'])
    spawnSync('docker', ['image', 'rm', `ownvoice-${image}`], { stdio: 'ignore' });
}
