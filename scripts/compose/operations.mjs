import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, compose, login, me, root, signIn, stack, up } from './stack.mjs';

/** The shell block of docs/operations.md with a command: the test runs what the page tells people to type. */
export function blockWith(command) {
  const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const blocks = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, commands]) => commands);
  return blocks.find((commands) => commands.includes(command)) ?? assert.fail(`docs/operations.md has no ${command}`);
}

/** Runs a block of commands in a shell. @throws {Error} with the output, at the first that fails */
export function type(commands, folder) {
  const result = spawnSync('sh', ['-ec', commands], { cwd: folder, env: stack.env, encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`${commands}\nfailed:\n${result.stdout}${result.stderr}`);
  return result.stdout;
}

/** Changes the database's password with the commands of docs/operations.md. */
export async function changeDatabasePassword(user, say) {
  const token = await signIn(user.username, user.password);
  const current = () => compose('exec', '-T', 'auth', 'cat', '/secrets/postgres_password');
  const before = current();
  type(blockWith('ALTER USER'), root);
  up();
  assert.notEqual(current(), before);
  assert.equal(await me(token), 200, 'sessions survive');
  say('database password changed: the token is still valid');
}

/**
 * Backs the stack up and restores it with the commands of docs/operations.md: over a stack with newer data, and into an
 * empty one.
 * @param user an existing account
 * @param admin a valid token of an administrator
 */
export async function backupAndRestore(user, admin, say) {
  const folder = mkdtempSync(join(tmpdir(), 'ownvoice-backup-'));
  const sql = (statement) =>
    compose('exec', '-T', 'postgres', 'psql', '-U', 'ownvoice', '-v', 'ON_ERROR_STOP=1', '-tAc', statement).trim();
  const late = { username: 'late', password: 'Afterwards-1' };
  try {
    const token = await signIn(user.username, user.password);
    type(blockWith('pg_dump'), folder);
    const lateToken = await signIn(user.username, user.password);
    assert.equal((await ask('POST', `${stack.auth}/api/users/`, late, admin)).status, 201);
    sql('CREATE TABLE of_a_newer_version (n int)');

    type(blockWith('pg_restore'), folder);
    await signIn(user.username, user.password);
    assert.equal(await me(token), 200, 'a token from before the dump is valid');
    assert.equal(await me(lateToken), 401, 'a token from after the dump is invalid');
    assert.equal((await login(late.username, late.password)).status, 401, 'an account from after the dump is gone');
    assert.equal(sql("SELECT to_regclass('of_a_newer_version')"), '', 'tables of a newer version are dropped');
    say('restored over newer data: the stack is as it was at the dump');

    compose('down', '-v', '--timeout', '15');
    stack.env.JWT_SECRET = readFileSync(join(folder, 'backups/jwt_secret'), 'utf8');
    up();
    assert.equal((await login(user.username, user.password)).status, 401, 'the new stack has no accounts');
    type(blockWith('pg_restore'), folder);
    await signIn(user.username, user.password);
    assert.equal(await me(token), 200, 'with the saved secret a token from before is valid');
    say('restored into empty volumes: the account and its token are back');

    assert.match(type(blockWith('revoke-tokens'), folder), /\d+ sessions have been ended/);
    assert.equal(await me(token), 401);
    say('every session ended by the command line in the container');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
