import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { argon2idPrefix, BCRYPT_COST, bcryptTopUp, parsePasswordHash } from './password-hash.js';

const DIGEST = 'R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW';
const SALT_AND_DIGEST = 'c29tZXNhbHRzb21l$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g';

describe('a stored password hash', () => {
  test.each([
    [`$2b$12$${DIGEST}`, 12],
    [`$2a$10$${DIGEST}`, 10],
    [`$2y$04$${DIGEST}`, 4],
  ])('a stored bcrypt hash is read with its cost: %s', (text, cost) => {
    expect(parsePasswordHash(text)).toEqual({ kind: 'bcrypt', cost });
  });

  test('a stored argon2id hash is read with its parameters, and they can be written again', () => {
    const text = `$argon2id$v=19$m=19456,t=2,p=1$${SALT_AND_DIGEST}`;
    const hash = parsePasswordHash(text);
    expect(hash).toEqual({ kind: 'argon2id', parameters: { memoryKiB: 19_456, iterations: 2, parallelism: 1 } });
    expect(hash.kind === 'argon2id' && text.startsWith(`${argon2idPrefix(hash.parameters)}$`)).toBe(true);
  });

  test.each([
    '',
    'secret',
    `$2b$13$${DIGEST}`,
    `$2b$03$${DIGEST}`,
    `$2x$12$${DIGEST}`,
    `$2b$12$${DIGEST}x`,
    `$argon2i$v=19$m=19456,t=2,p=1$${SALT_AND_DIGEST}`,
    `$argon2id$v=16$m=19456,t=2,p=1$${SALT_AND_DIGEST}`,
    `$argon2id$v=19$m=4194304,t=2,p=1$${SALT_AND_DIGEST}`,
    `$argon2id$v=19$m=19456,t=1000,p=1$${SALT_AND_DIGEST}`,
    `$argon2id$v=19$m=19456,t=2,p=64$${SALT_AND_DIGEST}`,
    `$argon2id$v=19$m=4,t=2,p=1$${SALT_AND_DIGEST}`,
    `$argon2id$v=19$m=19456,t=0,p=1$${SALT_AND_DIGEST}`,
    '$argon2id$v=19$m=19456,t=2,p=1$$',
  ])('a stored hash that cannot be verified cheaply enough is refused with a reason: %s', (text) => {
    expect(parsePasswordHash(text)).toMatchObject({ kind: 'unusable', why: expect.stringMatching(/^(is|has|asks) /) });
  });

  test('is unusable when it is anything but one of the two forms', () => {
    fc.assert(fc.property(fc.string(), (text) => parsePasswordHash(text).kind === 'unusable'));
  });

  test('a comparison with a bcrypt hash of lower cost is topped up to the work of our own cost', () => {
    for (let cost = 4; cost <= BCRYPT_COST; cost += 1) {
      const rounds = [cost, ...bcryptTopUp(cost)].reduce((sum, each) => sum + 2 ** each, 0);
      expect(rounds).toBe(2 ** BCRYPT_COST);
    }
  });
});
