import { PasswordPool } from '@ownvoice/auth/dist/passwords/password-pool.js';
import { anAddress, World } from '@ownvoice/auth/dist/testing/world.js';
import { afterAll, beforeAll, expect, test } from 'vitest';

let world: World;
beforeAll(async () => {
  world = await World.open(new PasswordPool());
});
afterAll(() => world.close());

/**
 * The expense of a sign-in: the processor's time, which other programs don't lengthen, where the service runs in this
 * process, hashing threads included; else the time until the answer.
 */
const isInThisProcess = process.env.TEST_BASE_URL === undefined;
const TOLERANCE = isInThisProcess ? 1.4 : 2.5;
async function expense(username: string): Promise<number> {
  const [usage, began] = [process.cpuUsage(), performance.now()];
  const headers = { 'x-forwarded-for': anAddress() };
  const body = { username, password: 'Wrong7Horse' };
  expect((await world.ask({ method: 'POST', path: '/api/auth/login', headers, body })).status).toBe(401);
  const { user, system } = process.cpuUsage(usage);
  return isInThisProcess ? user + system : performance.now() - began;
}

// ASVS 6.3.8
test('a sign-in takes as much work for an unknown user as for a wrong password', async () => {
  const ratios: number[] = [];
  for (let i = 0; i < 7; i++) {
    const wrong = await expense(world.people.alice.user.username);
    ratios.push((await expense(`nobody-${i}`)) / wrong);
  }
  const median = ratios.sort((a, b) => a - b)[ratios.length >> 1] ?? 0;
  expect(median, String(ratios)).toBeGreaterThan(1 / TOLERANCE);
  expect(median, String(ratios)).toBeLessThan(TOLERANCE);
});
