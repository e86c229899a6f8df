import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blockWith, type } from './operations.mjs';
import { ask, compose, installCheckpoint, login, me, root, signIn, speakWithModel, stack, VARIANT } from './stack.mjs';

function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}

/** The newest release before this commit; before the first one, the commit before the newest migration. Empty without history. */
function previousVersion() {
  const release = git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^');
  const migration = git('log', '-1', '--format=%H', '--diff-filter=A', '--', 'prisma/migrations');
  return release || git('rev-parse', '--verify', '--quiet', `${migration}^`);
}

/** Starts an empty stack as the previous version, built from its commit, upgrades it with its data kept, and goes back. */
export async function upgrade(user, say) {
  const previous = previousVersion();
  if (!previous) return say('skipped: the upgrade, because this clone has no history');
  const folder = mkdtempSync(join(tmpdir(), 'ownvoice-previous-'));
  const now = { COMPOSE_FILE: stack.env.COMPOSE_FILE, OWNVOICE_VERSION: stack.env.OWNVOICE_VERSION };
  const before = { COMPOSE_FILE: join(folder, 'docker-compose.yml'), OWNVOICE_VERSION: 'smoke-previous' };
  try {
    assert.equal(spawnSync('sh', ['-c', `git archive ${previous} | tar x -C ${folder}`], { cwd: root }).status, 0);
    Object.assign(stack.env, before);
    compose('build', '--quiet');
    installCheckpoint();
    await speakWithModel();
    const admin = await signIn('admin', stack.env.DEFAULT_ADMIN_PASSWORD);
    assert.equal((await ask('POST', `${stack.auth}/api/users/`, user, admin)).status, 201);
    const token = await signIn(user.username, user.password);
    type(blockWith('pg_dump'), folder);
    say(`version ${previous.slice(0, 12)}: an account, a token and a model`);

    // As an index that is being created does: a migration that changes the table waits.
    const holding = 'BEGIN; LOCK TABLE users IN SHARE MODE; SELECT pg_sleep(60); COMMIT';
    const psql = ['compose', 'exec', '-T', 'postgres', 'psql', '-U', 'ownvoice', '-c', holding];
    spawn('docker', psql, { env: stack.env, stdio: 'ignore' });

    Object.assign(stack.env, now);
    const [build = assert.fail('docs/operations.md builds no model')] = /^docker compose run .* pull /m.exec(
      blockWith('--entrypoint node tts'),
    ) ?? [undefined];
    type(build + VARIANT, folder);
    await speakWithModel();
    assert.equal(await me(token), 200, 'a token outlives the upgrade');
    const late = { username: 'later', password: 'Afterwards-1' };
    assert.equal((await ask('POST', `${stack.auth}/api/users/`, late, admin)).status, 201);
    say('upgraded while a transaction held the users: the account, the token and the model are there');

    Object.assign(stack.env, before);
    type(blockWith('pg_restore'), folder);
    await speakWithModel();
    assert.equal(await me(token), 200, 'a token outlives the way back');
    assert.equal((await login(late.username, late.password)).status, 401, 'an account from after the upgrade is gone');
    say('gone back, with the backup: the account, the token and the model are there');
  } finally {
    Object.assign(stack.env, now);
    rmSync(folder, { recursive: true, force: true });
  }
}
