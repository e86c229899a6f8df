import { describe, expect, test } from 'vitest';
import { argon2idPrefixesOf, readUserRecord } from './user-record.js';

const BCRYPT = '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGWad68LJZdL17lhWy';
const ARGON2ID = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21l$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g';
const read = (value: unknown) => readUserRecord(typeof value === 'string' ? value : JSON.stringify(value), 1234);

describe('a line of an import', () => {
  test('a line of an import needs a username and nothing else', () => {
    expect(read({ username: 'Ada' })).toEqual({
      kind: 'record',
      record: {
        username: 'Ada',
        email: null,
        email_verified: false,
        role: 'user',
        password_hash: null,
        identities: [],
        created_at: 1234,
      },
    });
  });

  test('a line of an import is stored with all its fields but the id of another store', () => {
    const identities = [{ provider: 'codehost', subject: '1815' }];
    const full = {
      username: 'ada',
      email_verified: true,
      role: 'admin',
      password_hash: ARGON2ID,
      identities,
      created_at: 1,
    };
    expect(read({ ...full, email: 'Ada@Example.org', id: 'old', updated_at: 7 })).toEqual({
      kind: 'record',
      record: { ...full, email: 'ada@example.org' },
    });
  });

  test.each([
    ['not JSON', 'JSON object'],
    ['[]', 'JSON object'],
    [{}, 'username must'],
    [{ username: 'a' }, 'username '],
    [{ username: 'ada', email: 'nowhere' }, 'email '],
    [{ username: 'ada', email: 7 }, 'email must be'],
    [{ username: 'ada', email_verified: 'yes' }, 'email_verified must be'],
    [{ username: 'ada', suspended: 'yes' }, 'suspended must be true or false'],
    [{ username: 'ada', role: 'root' }, 'role must be'],
    [{ username: 'ada', password_hash: 'secret' }, 'password_hash is neither'],
    [{ username: 'ada', password_hash: BCRYPT.replace('$10$', '$15$') }, 'password_hash has a bcrypt cost of 15'],
    [{ username: 'ada', password_hash: 5 }, 'password_hash must be'],
    [{ username: 'ada', identities: [{ provider: 'elsewhere', subject: '1' }] }, 'identities must be'],
    [{ username: 'ada', created_at: '2020' }, 'created_at must be'],
    [{ username: 'ada', password: 'Secret-1' }, '"password" is not a field'],
  ])('a line of an import that breaks a rule is refused with the rule: %j', (value, rule) => {
    const { kind, ...rest } = read(value);
    expect(kind).toBe('faulty');
    expect(JSON.stringify(rest)).toContain(rule.replaceAll('"', '\\"'));
    expect(JSON.stringify(rest)).not.toContain('N9qo8uLOickgx2ZMRZoMye');
  });

  test('a line of an import is refused with every rule that it breaks', () => {
    expect(read({ username: '!', email: '!', role: '!' })).toMatchObject({ faults: { length: 4 } });
  });

  test('the costs of argon2id in an import are counted once each', () => {
    const records = [BCRYPT, ARGON2ID, ARGON2ID, ARGON2ID.replace('t=2', 't=3')].map((password_hash, n) => {
      const line = read({ username: `user-${n}`, password_hash });
      if (line.kind !== 'record') throw new Error(line.faults.join());
      return line.record;
    });
    expect([...argon2idPrefixesOf(records)]).toEqual([
      '$argon2id$v=19$m=19456,t=2,p=1',
      '$argon2id$v=19$m=19456,t=3,p=1',
    ]);
  });
});
