import type { HttpResponse } from '@ownvoice/shared/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runScenarios } from '../testing/scenario.js';
import { anAddress, PASSWORD, World } from '../testing/world.js';

let world: World;
beforeAll(async () => {
  world = await World.open();
});
afterAll(() => world.close());

const login = (username: string, password: string, from = anAddress(), path = '/api/auth/login') =>
  world.ask({ method: 'POST', path, headers: { 'x-forwarded-for': from }, body: { username, password } });
const statuses = (answers: HttpResponse[]) => answers.map(({ status }) => status);
const times = <T>(n: number, run: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => run(i)));
async function lockOut(from: string): Promise<void> {
  for (let i = 0; i < 5; i++) expect((await login('nobody', 'Wrong7Horse', from)).status).toBe(401);
}
const comparable = ({ status, headers, text }: HttpResponse) => {
  const { date: _date, 'x-request-id': _id, ...rest } = headers;
  return { status, rest, text };
};

describe('signing in', () => {
  test('works by username and by e-mail, in any case', async () => {
    const { user } = world.people.alice;
    for (const name of [
      user.username,
      user.username.toUpperCase(),
      user.email ?? '',
      user.email?.toUpperCase() ?? '',
    ]) {
      const answer = await login(name, PASSWORD);
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({
        token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        token_type: 'Bearer',
        expires_in: expect.any(Number),
        user,
      });
    }
  });

  // ASVS 6.2.8, 6.2.9
  test('takes the password as it is, but for the form of its accents', async () => {
    const password = ' Pässwörd1 \u{1f600} ';
    const name = `bytes-${Math.random().toString(36).slice(2)}`;
    const made = await world.ask({ method: 'POST', path: '/api/auth/register', body: { username: name, password } });
    expect(made.status).toBe(201);
    for (const other of [password.trim(), password.toLowerCase(), `${password} `])
      expect((await login(name, other)).status).toBe(401);
    for (const form of ['NFC', 'NFD']) expect((await login(name, password.normalize(form))).status).toBe(200);
  });

  // ASVS 6.3.8
  test('tells nobody whether there is an account: the same answer, headers included', async () => {
    const wrong = await login(world.people.alice.user.username, 'Wrong7Horse');
    const unknown = await login('nobody-of-that-name', 'Wrong7Horse');
    const empty = await login(world.people.alice.user.username, '');
    expect(wrong.status).toBe(401);
    expect(comparable(unknown)).toEqual(comparable(wrong));
    expect(comparable(empty)).toEqual(comparable(wrong));
  });

  runScenarios(
    () => world,
    [' admin', 'admin ', 'ａｄｍｉｎ', 'admin\u200b', "' OR '1'='1", '%', '{{7*7}}', '\u001b[31madmin'].map(
      (username) => ({
        name: `another spelling is another name: ${JSON.stringify(username)}`,
        method: 'POST',
        path: '/api/auth/login',
        body: { username, password: 'Admin7Horse' },
        status: 401,
      }),
    ),
  );
});

describe('the limit on failed sign-ins', () => {
  test('is five, then 429 with the right password too, for a quarter of an hour at most', async () => {
    const from = anAddress();
    await lockOut(from);
    const answer = await login(world.people.alice.user.username, PASSWORD, from);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(900);
  });

  // ASVS 6.3.1
  test('the limit on failed sign-ins is exact: of fifty at once five are checked', async () => {
    const from = anAddress();
    const answers = statuses(await times(50, () => login(world.people.alice.user.username, 'Wrong7Horse', from)));
    expect(answers.filter((status) => status === 401)).toHaveLength(5);
    expect(answers.filter((status) => status === 429)).toHaveLength(45);
  });

  test('the limit on failed sign-ins is one whatever the name and however the address is written', async () => {
    const from = anAddress();
    const { username, email } = world.people.alice.user;
    const tries: [name: string, path: string][] = [
      [username, '/api/auth/login'],
      [email ?? '', '/api/auth/login/'],
      [username.toUpperCase(), '/api/auth/%6cogin'],
      ['somebody-else', '/api/auth/login?x=1'],
      [username, '/api/auth/login'],
    ];
    for (const [name, path] of tries) expect((await login(name, 'Wrong7Horse', from, path)).status).toBe(401);
    for (const [, path] of tries) expect((await login(username, PASSWORD, from, path)).status).toBe(429);
  });

  // ASVS 6.2.2, 6.2.3
  test('counts a wrong current password as a failed sign-in', async () => {
    const from = anAddress();
    const change = () =>
      world.ask(
        {
          method: 'POST',
          path: '/api/auth/change-password',
          headers: { 'x-forwarded-for': from },
          body: { current_password: 'Wrong7Horse', new_password: 'Other7Horse' },
        },
        'alice',
      );
    for (let i = 0; i < 5; i++) expect((await change()).status).toBe(403);
    expect((await change()).status).toBe(429);
    expect((await login(world.people.alice.user.username, PASSWORD, from)).status).toBe(429);
  });

  test('under one name is ten, whatever sign-ins to an account of one’s own come in between', async () => {
    const from = anAddress();
    const { alice, bob } = world.people;
    for (const guesses of [4, 4, 2]) {
      for (let i = 0; i < guesses; i++)
        expect((await login(alice.user.username, 'Wrong7Horse', from)).status).toBe(401);
      expect((await login(bob.user.username, PASSWORD, from)).status).toBe(200);
    }
    const answer = await login(alice.user.username.toUpperCase(), PASSWORD, from);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(900);
    // By e-mail it counts apart, so that nobody learns that both are one account.
    expect((await login(alice.user.email ?? '', 'Wrong7Horse', from)).status).toBe(401);
    expect((await login(alice.user.username, PASSWORD)).status).toBe(200);
  });

  test('the limit on failed sign-ins holds for a name that nobody has as for one that somebody has', async () => {
    const from = anAddress();
    const { bob } = world.people;
    const name = `nobody-${from}`;
    for (const guesses of [4, 4, 2]) {
      for (let i = 0; i < guesses; i++) expect((await login(name, 'Wrong7Horse', from)).status).toBe(401);
      expect((await login(bob.user.username, PASSWORD, from)).status).toBe(200);
    }
    expect((await login(name, PASSWORD, from)).status).toBe(429);
  });

  test('forgets the failures of an address after a success from there', async () => {
    const from = anAddress();
    for (let i = 0; i < 4; i++) await login('nobody', 'Wrong7Horse', from);
    expect((await login(world.people.alice.user.username, PASSWORD, from)).status).toBe(200);
    await lockOut(from);
  });

  test('does not count requests that are not valid', async () => {
    const from = anAddress();
    for (let i = 0; i < 8; i++) expect((await login('nobody', 'x'.repeat(73), from)).status).toBe(400);
    expect((await login('nobody', 'Wrong7Horse', from)).status).toBe(401);
  });

  test('counts all of an IPv6 /64 together, and ::ffff:a.b.c.d as a.b.c.d', async () => {
    const network = `2001:db8:${(Math.random() * 65535) | 0}:1`;
    for (let i = 1; i <= 5; i++) await login('nobody', 'Wrong7Horse', `${network}::${i}`);
    expect((await login('nobody', 'Wrong7Horse', `${network}:ffff::1`)).status).toBe(429);
    const from = anAddress();
    await lockOut(`::ffff:${from}`);
    expect((await login('nobody', 'Wrong7Horse', from)).status).toBe(429);
  });

  // ASVS 15.3.4
  test('goes by the right-most address that no trusted proxy added', async () => {
    const from = anAddress();
    await lockOut(`203.0.113.9, ${from}`);
    for (const entry of [`${from}:4711`, `[::ffff:${from}]:443`, `[::ffff:${from}]`])
      expect((await login('nobody', 'Wrong7Horse', `203.0.113.9, ${entry}`)).status, entry).toBe(429);
    expect((await login('nobody', 'Wrong7Horse', `${from}:4711, 127.0.0.1:9999`)).status).toBe(429);
    expect((await login('nobody', 'Wrong7Horse', `198.51.100.7, ${from}`)).status).toBe(429);
    expect((await login('nobody', 'Wrong7Horse', `garbage, ${from}`)).status).toBe(429);
    for (const header of ['x-real-ip', 'forwarded', 'cf-connecting-ip', 'true-client-ip']) {
      const answer = await world.ask({
        method: 'POST',
        path: '/api/auth/login',
        headers: { 'x-forwarded-for': from, [header]: anAddress() },
        body: { username: 'nobody', password: 'Wrong7Horse' },
      });
      expect(answer.status).toBe(429);
    }
  });
});
