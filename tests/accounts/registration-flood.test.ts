import { randomBytes } from 'node:crypto';
import { PasswordPool } from '@ownvoice/auth/dist/passwords/password-pool.js';
import { anAddress, PASSWORD, World } from '@ownvoice/auth/dist/testing/world.js';
import { afterAll, beforeAll, expect, test } from 'vitest';

let world: World;
beforeAll(async () => {
  world = await World.open(new PasswordPool(2));
});
afterAll(() => world.close());

const post = (path: string, body: object, from: string) =>
  world.ask({ method: 'POST', path, headers: { 'x-forwarded-for': from }, body });

test('a sign-in does not wait for a hundred registrations at once from one address', async () => {
  const from = anAddress();
  const tag = randomBytes(4).toString('hex');
  const statuses: number[] = [];
  const made = () => statuses.filter((status) => status === 201).length;
  const flood = Array.from({ length: 100 }, async (_, i) => {
    const answer = await post('/api/auth/register', { username: `flood-${tag}-${i}`, password: PASSWORD }, from);
    if (answer.status === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    statuses.push(answer.status);
  });
  await expect.poll(made, { interval: 10 }).toBeGreaterThan(0);
  const before = made();
  const signIn = await post(
    '/api/auth/login',
    { username: world.people.alice.user.username, password: PASSWORD },
    anAddress(),
  );
  expect(signIn.status).toBe(200);
  // In the order of arrival it would have been all of them.
  expect(made() - before).toBeLessThan(8);
  await Promise.all(flood);
  expect(new Set(statuses)).toEqual(new Set([201, 429]));
  expect(made()).toBeGreaterThanOrEqual(4);
  // Three dozen hashes one after the other, behind what else the machine does.
}, 400_000);
