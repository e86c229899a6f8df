import { send } from '@ownvoice/shared/testing';
import { hashSync } from 'bcryptjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHEAP_COST } from '../testing/cheap-passwords.js';
import { ADMIN, startTestService, type TestService } from '../testing/test-service.js';
import { anAddress } from '../testing/world.js';

let service: TestService;
let token: string;
let id: string;
beforeAll(async () => {
  service = await startTestService();
  const { json } = await post('/api/auth/login', ADMIN);
  ({
    token,
    user: { id },
  } = json as { token: string; user: { id: string } });
});
afterAll(() => service.close());

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  send(service.base, { method: 'POST', path, body, headers: { 'x-forwarded-for': anAddress(), ...headers } });

/** Sends a request with the old password, and lets it be changed only when the request has compared it. */
async function whileItChanges<T>(sendRequest: () => Promise<T>): Promise<T> {
  const { db } = service.app.services;
  const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  const before = (await db.users.byId(id))?.passwordHash ?? '';
  const { answer } = await db.transaction(async (tx) => {
    await tx.users.setPasswordHash(id, hashSync('Changed7Horse', CHEAP_COST));
    const sent = sendRequest();
    await expect.poll(() => service.query(waiting)).toHaveLength(1);
    return { answer: sent };
  });
  const answered = await answer;
  await service.query('UPDATE users SET password_hash = $2 WHERE id = $1', [id, before]);
  return answered;
}

describe('a password that is changed while it is being compared', () => {
  test('signs nobody in any more', async () => {
    const { status, json } = await whileItChanges(() => post('/api/auth/login', ADMIN));
    expect({ status, json }).toEqual({
      status: 401,
      json: { error: expect.any(String), code: 'invalid_credentials' },
    });
  });

  test('is no longer good for a change, which would undo the first one', async () => {
    const body = { current_password: ADMIN.password, new_password: 'Other7Horse' };
    const change = () => post('/api/auth/change-password', body, { authorization: `Bearer ${token}` });
    const { status, json } = await whileItChanges(change);
    expect({ status, json }).toEqual({
      status: 403,
      json: { error: expect.any(String), code: 'wrong_password' },
    });
  });
});
