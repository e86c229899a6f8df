import type { Session } from '@ownvoice/shared/contract';
import { send } from '@ownvoice/shared/testing';
import { expect, test } from 'vitest';
import type { Passwords } from '../passwords/password-pool.js';
import { CheapPasswords } from '../testing/cheap-passwords.js';
import { ADMIN, startTestService } from '../testing/test-service.js';
import { PASSWORD } from '../testing/world.js';

type Turn = Parameters<Passwords['hash']>[1];

class RecordedTurns extends CheapPasswords {
  readonly turns: Turn[] = [];

  override hash(password: string, turn?: Turn): Promise<string> {
    if (turn !== undefined) this.turns.push(turn);
    return super.hash(password);
  }
}

test('accounts that are made, from however many addresses, let sign-ins and changes of a password go first', async () => {
  const passwords = new RecordedTurns();
  const service = await startTestService({}, passwords);
  const post = (path: string, body: object, token = '') =>
    send(service.base, { method: 'POST', path, body, headers: { authorization: `Bearer ${token}` } });
  const { token } = (await post('/api/auth/login', ADMIN)).json as Session;
  passwords.turns.length = 0;
  expect((await post('/api/auth/register', { username: 'alice', password: PASSWORD })).status).toBe(201);
  expect((await post('/api/users/', { username: 'bob', password: PASSWORD }, token)).status).toBe(201);
  expect(passwords.turns).toEqual(['later', 'later']);
  const change = { current_password: ADMIN.password, new_password: 'Other7Horse' };
  expect((await post('/api/auth/change-password', change, token)).status).toBe(200);
  expect(passwords.turns.at(-1)).toBe('first');
  await service.close();
});
