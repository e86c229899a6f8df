import assert from 'node:assert/strict';
import { commandsOf, type } from './page.mjs';
import { compose, me, root, signIn, up } from './stack.mjs';

/** Changes the database's password with the commands of docs/operations.md. */
export async function changeDatabasePassword(user, say) {
  const token = await signIn(user.username, user.password);
  const current = () => compose('exec', '-T', 'auth', 'cat', '/secrets/postgres_password');
  const before = current();
  const [change] = commandsOf('Changing secrets');
  assert.match(change ?? '', /ALTER USER/);
  type(change, root);
  up();
  assert.notEqual(current(), before);
  assert.equal(await me(token), 200, 'sessions survive');
  say('database password changed: the token is still valid');
}
