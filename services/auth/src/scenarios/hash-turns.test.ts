import type { Session } from '@ownvoice/shared/contract';
import { send } from '@ownvoice/shared/testing';
import { expect, test } from 'vitest';
import type { Passwords } from '../passwords/password-pool.js';
import { CheapPasswords } from '../testing/cheap-passwords.js';
import { ADMIN, startTestService } from '../testing/test-service.js';
import { PASSWORD } from '../testing/world.js';

type Priority = Parameters<Passwords['hash']>[1]['priority'];

class RecordedPriorities extends CheapPasswords {
  readonly priorities: Priority[] = [];

  override hash(password: string, options?: { priority: Priority }): Promise<string> {
    if (options !== undefined) this.priorities.push(options.priority);
    return super.hash(password);
  }
}

test('accounts that are made, from however many addresses, let sign-ins and changes of a password go first', async () => {
  const passwords = new RecordedPriorities();
  const service = await startTestService({}, passwords);
  const post = (path: string, body: object, token = '') =>
    send(service.base, { method: 'POST', path, body, headers: { authorization: `Bearer ${token}` } });
  const { token } = (await post('/api/auth/login', ADMIN)).json as Session;
  passwords.priorities.length = 0;
  expect((await post('/api/auth/register', { username: 'alice', password: PASSWORD })).status).toBe(201);
  expect((await post('/api/users/', { username: 'bob', password: PASSWORD }, token)).status).toBe(201);
  expect(passwords.priorities).toEqual(['low', 'low']);
  const change = { current_password: ADMIN.password, new_password: 'Other7Horse' };
  expect((await post('/api/auth/change-password', change, token)).status).toBe(200);
  expect(passwords.priorities.at(-1)).toBe('high');
  await service.close();
});
