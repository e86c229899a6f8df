import type { Session, SessionList } from '@ownvoice/shared/contract';
import { type HttpRequest, send } from '@ownvoice/shared/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, startTestService, type TestService } from '../testing/test-service.js';
import { PASSWORD } from '../testing/world.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const ask = ({ headers, ...request }: HttpRequest, token?: string) => {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return send(service.base, { ...request, headers: { ...authorization, ...headers } });
};
let people = 0;
async function newcomer() {
  const body = { username: `person-${++people}`, password: PASSWORD };
  const headers = { 'x-forwarded-for': '192.0.2.10', 'user-agent': 'First/1' };
  const { json } = await ask({ method: 'POST', path: '/api/auth/register', body, headers });
  return { body, session: json as Session };
}
const sessionsOf = async (token: string) =>
  ((await ask({ path: '/api/auth/sessions' }, token)).json as SessionList).sessions;
const status = async (path: string, token: string) => (await ask({ path }, token)).status;

describe('sessions', () => {
  test('are listed with where they began and which is this one', async () => {
    const { body, session } = await newcomer();
    const headers = { 'x-forwarded-for': '192.0.2.20', 'user-agent': `Second/2 ${'x'.repeat(300)}` };
    const second = (await ask({ method: 'POST', path: '/api/auth/login', body, headers })).json as Session;
    const listed = await sessionsOf(session.token);
    expect(listed).toHaveLength(2);
    for (const one of listed)
      expect(one).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        created_at: expect.closeTo(Date.now(), -5),
        last_used_at: expect.closeTo(Date.now(), -5),
        expires_at: expect.closeTo(Date.now() + 604_800_000, -5),
        ip: expect.stringMatching(/^192\.0\.2\.[12]0$/),
        user_agent: expect.any(String),
        current: expect.any(Boolean),
      });
    const own = listed.find(({ current }) => current);
    expect(own).toMatchObject({ ip: '192.0.2.10', user_agent: 'First/1' });
    const other = listed.find(({ current }) => !current);
    expect(other).toMatchObject({ ip: '192.0.2.20' });
    expect(other?.user_agent).toHaveLength(256);
    expect((await sessionsOf(second.token)).find(({ current }) => current)?.id).toBe(other?.id);
    expect(JSON.stringify(listed)).not.toContain(session.token.split('.')[2]);
  });

  test('are at most a thousand in the list, and this one is always there', async () => {
    const { session } = await newcomer();
    await service.query(
      `INSERT INTO issued_tokens (id, user_id, issued_at, expires_at, last_used_at)
        SELECT gen_random_uuid(), $1, now(), now() + interval '1 day', now() + interval '1 hour'
        FROM generate_series(1, 1100)`,
      [session.user.id],
    );
    const listed = await sessionsOf(session.token);
    expect(listed).toHaveLength(1_000);
    expect(listed.filter(({ current }) => current)).toEqual([listed.at(-1)]);
  });

  // ASVS 7.5.2
  test('are ended one by one, at the next request', async () => {
    const { body, session } = await newcomer();
    const second = (await ask({ method: 'POST', path: '/api/auth/login', body })).json as Session;
    const end = (id: string, token: string) => ask({ method: 'DELETE', path: `/api/auth/sessions/${id}` }, token);
    const other = (await sessionsOf(session.token)).find(({ current }) => !current)?.id ?? '';
    const stranger = await newcomer();
    expect((await end(other, stranger.session.token)).status).toBe(404);
    expect((await end(other, session.token)).status).toBe(204);
    expect(await status('/api/auth/me', second.token)).toBe(401);
    expect(await status('/api/auth/verify', second.token)).toBe(401);
    expect((await end(other, session.token)).status).toBe(404);
    const own = (await sessionsOf(session.token))[0]?.id ?? '';
    expect((await end(own, session.token)).status).toBe(204);
    expect(await status('/api/auth/me', session.token)).toBe(401);
    const entries = 'SELECT reason FROM audit_events WHERE user_id = $1 AND event = $2';
    expect(await service.query(entries, [session.user.id, 'tokens_revoke'])).toHaveLength(2);
  });

  test('note their last use, to the minute', async () => {
    const { session } = await newcomer();
    const lastUse = async () => (await sessionsOf(session.token))[0]?.last_used_at ?? 0;
    const age = (seconds: number) =>
      service.query("UPDATE issued_tokens SET last_used_at = now() - $2 * interval '1 second' WHERE user_id = $1", [
        session.user.id,
        seconds,
      ]);
    await age(3_600);
    await expect.poll(lastUse).toBeGreaterThan(Date.now() - 60_000);
    await age(30);
    const noted = await lastUse();
    expect(await lastUse()).toBe(noted);
  });

  test('that have expired are not listed', async () => {
    const { body, session } = await newcomer();
    await ask({ method: 'POST', path: '/api/auth/login', body });
    const own = (await sessionsOf(session.token)).find(({ current }) => current)?.id;
    await service.query('UPDATE issued_tokens SET expires_at = now() WHERE user_id = $1 AND id <> $2', [
      session.user.id,
      own,
    ]);
    expect(await sessionsOf(session.token)).toHaveLength(1);
  });
});

describe('the answer to a reverse proxy', () => {
  test('says on whose behalf a request comes, with an empty body', async () => {
    const { token, user } = (await ask({ method: 'POST', path: '/api/auth/login', body: ADMIN })).json as Session;
    const answer = await ask({ path: '/api/auth/verify' }, token);
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect(answer.headers).toMatchObject({
      'x-user-id': user.id,
      'x-user-name': 'admin',
      'x-user-role': 'admin',
      'cache-control': 'no-store',
    });
  });

  // ASVS 4.1.3
  test('has no header that a username made, however the name got there', async () => {
    const { session } = await newcomer();
    const name = 'eve\r\nX-User-Role: admin\u00fc\u{1f600}';
    await service.query('UPDATE users SET username = $2, username_key = lower($2) WHERE id = $1', [
      session.user.id,
      name,
    ]);
    const answer = await ask({ path: '/api/auth/verify' }, session.token);
    expect(answer.status).toBe(204);
    expect(answer.headers['x-user-role']).toBe('user');
    expect(decodeURIComponent(String(answer.headers['x-user-name']))).toBe(name);
  });
});
