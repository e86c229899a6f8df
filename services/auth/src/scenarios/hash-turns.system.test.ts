import type { Session } from '@ownvoice/shared/contract';
import { send } from '@ownvoice/shared/testing';
import { expect, test } from 'vitest';
import { PasswordPool, type Passwords } from '../passwords/password-pool.js';
import { CheapPasswords } from '../testing/cheap-passwords.js';
import { ADMIN, startTestService } from '../testing/test-service.js';
import { anAddress, PASSWORD } from '../testing/world.js';

type Priority = Parameters<Passwords['hash']>[1]['priority'];

class RecordedPriorities extends CheapPasswords {
  readonly priorities: Priority[] = [];

  override hash(password: string, options?: { priority: Priority }): Promise<string> {
    if (options !== undefined) this.priorities.push(options.priority);
    return super.hash(password);
  }
}

test('a stranger’s sign-in is not kept waiting by sixty of one account from sixty networks (attack 91)', async () => {
  const service = await startTestService({}, new PasswordPool(1));
  const login = (credentials: object) =>
    send(service.base, {
      method: 'POST',
      path: '/api/auth/login',
      body: credentials,
      headers: { 'x-forwarded-for': anAddress() },
    });
  let done = 0;
  const flood = Array.from({ length: 60 }, async () => {
    await login(ADMIN).catch(() => undefined);
    done += 1;
  });
  await expect.poll(() => service.app.services.passwords.waiting).toBeGreaterThan(50);
  const before = done;
  expect((await login({ username: 'stranger', password: PASSWORD })).status).toBe(401);
  // The one that was being hashed, and one whose turn was next; in the order of arrival it would have been all of them.
  expect(done - before).toBeLessThanOrEqual(3);
  await service.close();
  await Promise.all(flood);
});

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
