import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandsOf, type } from './page.mjs';
import { ask, compose, login, me, signIn, stack, up } from './stack.mjs';

/**
 * Saves the stack and brings it back, as the page says: into a stack that has lost everything, and over one that went on.
 * @param user an account of the stack
 * @param admin a live token of an administrator
 */
export async function backupAndRestore(user, admin, say) {
  const folder = mkdtempSync(join(tmpdir(), 'ownvoice-backup-'));
  const sql = (statement) =>
    compose('exec', '-T', 'postgres', 'psql', '-U', 'ownvoice', '-v', 'ON_ERROR_STOP=1', '-tAc', statement).trim();
  const [save, restore, revoke] = commandsOf('Backup and restore');
  assert.match(save ?? '', /pg_dump/);
  assert.match(restore ?? '', /pg_restore/);
  assert.match(revoke ?? '', /revoke-tokens/);
  const late = { username: 'late', password: 'Afterwards-1' };
  try {
    const token = await signIn(user.username, user.password);
    type(save, folder);
    const lateToken = await signIn(user.username, user.password);
    assert.equal((await ask('POST', `${stack.auth}/api/users/`, late, admin)).status, 201);
    sql('CREATE TABLE of_a_newer_version (n int)');

    type(restore, folder);
    await signIn(user.username, user.password);
    assert.equal(await me(token), 200, 'a token from before the dump lives');
    assert.equal(await me(lateToken), 401, 'a token from after the dump is dead');
    assert.equal((await login(late.username, late.password)).status, 401, 'an account from after the dump is gone');
    assert.equal(sql("SELECT to_regclass('of_a_newer_version')"), '', 'nothing of a newer version stays');
    say('restored over what had gone on: as it was when it was saved');

    compose('down', '-v', '--timeout', '15');
    stack.env.JWT_SECRET = readFileSync(join(folder, 'jwt_secret'), 'utf8');
    up();
    assert.equal((await login(user.username, user.password)).status, 401, 'the new stack knows nobody');
    type(restore, folder);
    await signIn(user.username, user.password);
    assert.equal(await me(token), 200, 'with the saved secret a token from before lives');
    say('every volume lost and restored: the account and its token are there');

    assert.match(type(revoke, folder), /\d+ sessions have been ended/);
    assert.equal(await me(token), 401);
    say('every session ended, by the command line in the container');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
