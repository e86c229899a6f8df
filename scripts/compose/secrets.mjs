import assert from 'node:assert/strict';
import { commandsOf, type } from './page.mjs';
import { compose, me, root, signIn, up } from './stack.mjs';

/** Gives the database another password, as the page says. */
export async function changeDatabasePassword(user, say) {
  const token = await signIn(user.username, user.password);
  const current = () => compose('exec', '-T', 'auth', 'cat', '/secrets/postgres_password');
  const before = current();
  const [change] = commandsOf('Changing secrets');
  assert.match(change ?? '', /ALTER USER/);
  type(change, root);
  up();
  assert.notEqual(current(), before);
  assert.equal(await me(token), 200, 'nobody notices');
  say('the password of the database changed: a token still holds');
}
