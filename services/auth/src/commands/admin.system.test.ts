import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { ruleMessage, type SecondFactorSetup } from '@ownvoice/shared/contract';
import { send } from '@ownvoice/shared/testing';
import { hashSync } from 'bcryptjs';
import { argon2id } from 'hash-wasm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../config.js';
import { EmbeddedPostgres } from '../data/postgres/embedded-postgres.js';
import { passwordFaults } from '../domain/account-rules.js';
import { apiError } from '../errors.js';
import { PasswordPool, type Passwords } from '../passwords/password-pool.js';
import { codeOf } from '../testing/authenticator-app.js';
import { CheapPasswords } from '../testing/cheap-passwords.js';
import { SoftwareAuthenticator } from '../testing/software-authenticator.js';
import { createTestDatabase, queryDatabase } from '../testing/test-database.js';
import { ADMIN, startTestService, type TestService } from '../testing/test-service.js';
import { anAddress } from '../testing/world.js';
import { runCommandLine } from './command-line.js';

let service: TestService;
let folder: string;
beforeAll(async () => {
  [service, folder] = await Promise.all([startTestService(), mkdtemp(join(tmpdir(), 'ownvoice-commands-'))]);
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

function sink() {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  return { stream, text: () => text };
}

const cheap = (): Passwords => new CheapPasswords();
const real = (): Passwords => new PasswordPool(undefined, 0);

/** Runs a command in its own environment, as if from a shell. */
async function admin(line: string, input = '', environment: Record<string, string> = {}, openPasswords = cheap) {
  const [output, errors] = [sink(), sink()];
  const settings = { NODE_ENV: 'test', DATA_DIR: folder, DATABASE_URL: service.databaseUrl, ...environment };
  const streams = { folder, input: Readable.from([input]), output: output.stream, errors: errors.stream };
  const status = await runCommandLine(line.split(' '), settings, streams, openPasswords);
  return { status, output: output.text(), errors: errors.text() };
}

const login = (username: string, password: string, { base } = service) =>
  send(base, {
    method: 'POST',
    path: '/api/auth/login',
    headers: { 'x-forwarded-for': anAddress() },
    body: { username, password },
  });
const me = (token: string) =>
  send(service.base, { path: '/api/auth/me', headers: { authorization: `Bearer ${token}` } });
const tokenOf = async (username: string, password: string, at = service) => {
  const answer = await login(username, password, at);
  expect(answer.status, answer.text).toBe(200);
  return (answer.json as { token: string }).token;
};
const userCount = async (username = '%') =>
  (await service.query('SELECT FROM users WHERE username LIKE $1', [username])).length;
const lastEvent = async () => (await service.app.services.db.auditEntries.page({ limit: '1' })).events[0];

describe('create-admin', () => {
  test('makes an administrator with a password that is printed once and opens the door', async () => {
    const { status, output, errors } = await admin('create-admin captain --email Captain@Example.org', '', {}, real);
    expect(status).toBe(0);
    const password = /Password: (\S{20})\n/.exec(output)?.[1] ?? '';
    const answer = await login('captain@example.org', password);
    expect(answer.json).toMatchObject({ user: { username: 'captain', role: 'admin' } });
    expect(errors).toContain('"event":"user_create"');
    expect(errors).not.toContain(password);
  });

  test('takes a password from the input, never prints it, and holds it to the rules', async () => {
    expect(await admin('create-admin mate --password-stdin', 'weak\n')).toEqual({
      status: 1,
      output: '',
      errors: `admin: ${passwordFaults('weak').map(ruleMessage).join('\n  ')}\n`,
    });
    const { status, output } = await admin('create-admin mate --password-stdin', 'Starboard-1\nsecond line\n');
    expect(status).toBe(0);
    expect(output).not.toContain('Starboard-1');
    await tokenOf('mate', 'Starboard-1');
  });

  test('refuses a name that is taken', async () => {
    expect(await admin(`create-admin ${ADMIN.username.toUpperCase()}`)).toMatchObject({
      status: 1,
      errors: expect.stringContaining(apiError('name_taken').message),
    });
  });
});

describe('reset-password and revoke-tokens', () => {
  test('a reset ends every session, and is an audit row and a log line', async () => {
    await admin('create-admin purser --password-stdin', 'Ledger-First-1');
    const token = await tokenOf('purser', 'Ledger-First-1');
    const { status, errors } = await admin('reset-password PURSER --password-stdin', 'Ledger-Second-2');
    expect(status).toBe(0);
    expect(errors).toContain('"event":"password_reset"');
    expect(await lastEvent()).toMatchObject({ event: 'password_reset', user_agent: 'admin command line', ip: null });
    expect((await me(token)).status).toBe(401);
    expect((await login('purser', 'Ledger-First-1')).status).toBe(401);
    await tokenOf('purser', 'Ledger-Second-2');
  });

  // ASVS 7.4.5
  test('tokens are revoked of one account or of everybody', async () => {
    await admin('create-admin bosun --password-stdin', 'Whistle-1');
    const [mine, theirs] = [await tokenOf('bosun', 'Whistle-1'), await tokenOf(ADMIN.username, ADMIN.password)];
    expect((await admin('revoke-tokens bosun')).output).toBe('1 session has been ended.\n');
    expect([(await me(mine)).status, (await me(theirs)).status]).toEqual([401, 200]);
    expect(await lastEvent()).toMatchObject({ event: 'tokens_revoke' });
    expect((await admin('revoke-tokens --all')).status).toBe(0);
    expect((await me(theirs)).status).toBe(401);
  });

  test('a lost second factor is removed, once', async () => {
    await admin('create-admin cook --password-stdin', 'Galley-First-1');
    const headers = { authorization: `Bearer ${await tokenOf('cook', 'Galley-First-1')}` };
    const path = '/api/auth/second-factor';
    const { json } = await send(service.base, { method: 'POST', path, headers });
    const body = { code: codeOf((json as SecondFactorSetup).secret) };
    await send(service.base, { method: 'POST', path: `${path}/confirm`, headers, body });
    expect((await login('cook', 'Galley-First-1')).status).toBe(401);
    expect(await admin('remove-second-factor cook')).toMatchObject({
      status: 0,
      output: 'The second factor of cook is removed.\n',
    });
    expect(await lastEvent()).toMatchObject({ event: 'second_factor_disable', user_agent: 'admin command line' });
    await tokenOf('cook', 'Galley-First-1');
    expect(await admin('remove-second-factor cook')).toEqual({
      status: 1,
      output: '',
      errors: `admin: ${apiError('no_second_factor').message}\n`,
    });
  });

  test('lost passkeys are removed, unless they are the only way to sign in', async () => {
    await admin('create-admin stoker --password-stdin', 'Boiler-First-1');
    const headers = { authorization: `Bearer ${await tokenOf('stoker', 'Boiler-First-1')}` };
    const path = '/api/auth/passkeys';
    const { json } = await send(service.base, { method: 'POST', path: `${path}/options`, headers });
    const authenticator = new SoftwareAuthenticator(service.app.services.config.publicUrl);
    const body = { credential: authenticator.create(json as Record<string, unknown>) };
    expect((await send(service.base, { method: 'POST', path, headers, body })).status).toBe(201);
    const find = "SELECT password_hash FROM users WHERE username = 'stoker'";
    const [stored] = await service.query<{ password_hash: string }>(find);
    const setHash = "UPDATE users SET password_hash = $1 WHERE username = 'stoker'";
    await service.query(setHash, [null]);
    expect(await admin('remove-passkeys stoker')).toMatchObject({
      status: 1,
      errors: expect.stringContaining(apiError('only_sign_in_method').message),
    });
    await service.query(setHash, [stored?.password_hash]);
    expect((await admin('remove-passkeys stoker')).output).toBe('The passkeys of stoker are removed.\n');
    expect(await lastEvent()).toMatchObject({ event: 'passkey_remove', user_agent: 'admin command line' });
    expect((await admin('remove-passkeys stoker')).errors).toBe(`admin: ${apiError('no_passkeys').message}\n`);
  });

  test('reset-password for an unknown account prints one message', async () => {
    for (const command of ['reset-password', 'revoke-tokens', 'remove-second-factor', 'remove-passkeys']) {
      const missing = await admin(`${command} nobody`);
      expect(missing).toEqual({ status: 1, output: '', errors: 'admin: There is no account nobody.\n' });
    }
  });
});

describe('list-users and audit', () => {
  test('list-users and audit print tables', async () => {
    const { output } = await admin('list-users');
    expect(output).toMatch(/^id +username +e-mail +role +created\n/);
    expect(output).toMatch(new RegExp(`\\b${ADMIN.username} .* admin `));
    expect(output).not.toMatch(/hash|\$2b/);
    expect((await admin('audit --event user_create --limit 2')).output).toMatch(
      /^at +event[\s\S]*user_create +success/,
    );
    expect(await admin('audit --event nonsense')).toMatchObject({
      status: 2,
      errors: expect.stringContaining('--event must be one of'),
    });
  });
});

describe('import-users and export-users', () => {
  const password = 'Brought-Along-1';
  const least = { memorySize: 1024, iterations: 2, parallelism: 1, hashLength: 32, outputType: 'encoded' } as const;
  const argon2 = (options = {}) => argon2id({ ...least, ...options, password, salt: new Uint8Array(16).fill(9) });
  const lines = (...records: object[]) => records.map((record) => JSON.stringify(record)).join('\n');

  test('accounts with bcrypt and argon2id hashes sign in with their passwords, and get a hash of ours by that', async () => {
    const imported = [
      { username: 'from-bcrypt', password_hash: hashSync(password, 5), email: 'b@example.org', role: 'admin' },
      { username: 'from-argon', password_hash: await argon2() },
      { username: 'from-provider', identities: [{ provider: 'codehost', subject: '7' }] },
    ];
    const { status, output, errors } = await admin('import-users', lines(...imported));
    expect({ status, output }, errors).toEqual({ status: 0, output: 'Imported: 3 accounts.\n' });
    expect(await lastEvent()).toMatchObject({ event: 'users_import', reason: 'accounts', detail: '3' });
    const replica = await startTestService({ DATABASE_URL: service.databaseUrl }, real());
    for (const { username } of imported.slice(0, 2)) {
      expect((await login(username, 'Wrong-One-1', replica)).status).toBe(401);
      await tokenOf(username, password, replica);
      expect(await service.query('SELECT password_hash FROM users WHERE username = $1', [username])).toEqual([
        { password_hash: expect.stringMatching(/^\$2b\$12\$/) },
      ]);
      await tokenOf(username, password, replica);
    }
    expect((await login('from-provider', password, replica)).status).toBe(401);
    await replica.close();
  });

  // ASVS 2.3.3
  test('nothing is imported when one line is wrong, and every wrong line is told', async () => {
    const before = await userCount();
    const { status, errors } = await admin(
      'import-users',
      `\ufeff${lines({ username: 'fine' }, { username: '!' }, { username: 'FINE' }, { username: 'ADMIN' })}\nnot json\n`,
    );
    expect(status).toBe(1);
    expect(errors).toMatch(
      /Nothing[\s\S]*line 2: username[\s\S]*line 3: username fine is on line 1 already[\s\S]*line 4: username admin already belongs to an account[\s\S]*line 5: it is not/,
    );
    expect(await userCount()).toBe(before);
  });

  test('an identity that belongs to an account already is refused, and nothing is imported', async () => {
    const identities = [{ provider: 'modelhub', subject: 'taken' }];
    expect((await admin('import-users', lines({ username: 'holder', identities }))).status).toBe(0);
    const again = await admin('import-users', lines({ username: 'innocent' }, { username: 'rival', identities }));
    expect(again).toMatchObject({ status: 1, errors: expect.stringContaining('an identity belongs to an account') });
    expect(await userCount('innocent')).toBe(0);
  });

  test('more different costs of argon2id than every sign-in could pay for are refused', async () => {
    const hashes = await Promise.all([1, 2, 3, 4].map((iterations) => argon2({ iterations, memorySize: 64 })));
    const records = hashes.map((password_hash, n) => ({ username: `cost-${n}`, password_hash }));
    expect(await admin('import-users', lines(...records))).toMatchObject({
      status: 1,
      errors: expect.stringContaining('At most 3'),
    });
  });

  test('an export holds every account, hashes only when asked for, in a file for its owner alone', async () => {
    const file = join(folder, 'accounts.jsonl');
    expect((await admin('export-users accounts.jsonl')).status).toBe(0);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const exported = await readFile(file, 'utf8');
    expect(exported.trim().split('\n')).toHaveLength(await userCount());
    expect(exported).not.toMatch(/\$2b|argon2/);
    expect((await admin(`export-users ${file}`)).errors).toContain('already exists');
    const missing = join(folder, 'missing');
    expect((await admin('export-users missing/accounts.jsonl')).errors).toBe(
      `admin: The folder ${missing} does not exist.\n`,
    );
    expect(await lastEvent()).toMatchObject({ event: 'users_export', reason: expect.stringContaining('without') });
  });

  test('an export with hashes makes the same accounts elsewhere, suspended ones too', async () => {
    await service.query("UPDATE users SET suspended = true WHERE role = 'user'");
    const { output } = await admin('export-users --with-password-hashes');
    expect(output).toContain('"suspended":true');
    const file = join(folder, 'moving.jsonl');
    await writeFile(file, output);
    const elsewhere = await startTestService({ DEFAULT_ADMIN_PASSWORD: '' });
    try {
      const there = { DATABASE_URL: elsewhere.databaseUrl };
      expect(await admin(`import-users ${file}`, '', there)).toMatchObject({ status: 0 });
      expect((await admin('export-users --with-password-hashes', '', there)).output).toBe(output);
    } finally {
      await elsewhere.close();
    }
  });
});

describe('migrate', () => {
  test('migrate brings an empty database up to date and prints by which migrations; then it has nothing to do', async () => {
    const database = await createTestDatabase(false);
    try {
      const settings = { DATABASE_URL: database.url };
      const names = (await readdir(join(projectRoot(), 'prisma/migrations'), { withFileTypes: true }))
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .sort();
      expect(await admin('migrate', '', settings)).toEqual({
        status: 0,
        output: names.map((name) => `Applied ${name}.\n`).join(''),
        errors: '',
      });
      expect(await admin('migrate', '', settings)).toEqual({
        status: 0,
        output: 'The database was already up to date.\n',
        errors: '',
      });
    } finally {
      await database.drop();
    }
  });

  test('a migration that fails is one sentence and status 1', async () => {
    const database = await createTestDatabase(true);
    try {
      await queryDatabase(database.url, 'DELETE FROM _prisma_migrations');
      expect(await admin('migrate', '', { DATABASE_URL: database.url })).toEqual({
        status: 1,
        output: '',
        errors: expect.stringMatching(/^admin: Migration \S+ failed: [^\n]*already exists\.?\n$/),
      });
    } finally {
      await database.drop();
    }
  });
});

describe('the embedded database', () => {
  test('a command uses the embedded database of the running service, and starts it where none runs', async () => {
    const dataDir = join(folder, 'data');
    const settings = { DATABASE_URL: '', DATA_DIR: dataDir };
    const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
    const server = await EmbeddedPostgres.start({ dataDir, durable: false }, quiet);
    expect(await admin('create-admin captain', '', settings)).toMatchObject({ status: 0 });
    await server.stop();
    expect((await admin('list-users', '', settings)).output).toContain('captain');
  });
});

test('settings that can’t be used are told, and a command that makes no sense is status 2', async () => {
  expect(await admin('list-users', '', { PORT: 'x' })).toMatchObject({
    status: 1,
    errors: expect.stringContaining('PORT'),
  });
  expect(await admin('dance')).toEqual({
    status: 2,
    output: '',
    errors: 'admin: There is no command "dance"; try --help.\n',
  });
  expect(await admin('--help')).toMatchObject({ status: 0, output: expect.stringContaining('import-users') });
});

test('keys are created, listed and deleted for an account, and an invitation is printed', async () => {
  const created = await admin(`keys create ${ADMIN.username} client --expires-in never`);
  expect([created.status, created.errors.includes('ov_')], created.errors).toEqual([0, false]);
  const [key = ''] = created.output.split('\n');
  const verify = () => send(service.base, { path: '/api/auth/verify', headers: { 'x-api-key': key } });
  expect((await verify()).status).toBe(204);
  expect((await admin(`keys list ${ADMIN.username}`)).output).toMatch(/client .* never/);
  expect((await admin(`keys create ${ADMIN.username} CLIENT`)).status).toBe(1);
  for (const missing of ['create', 'create --all', 'delete'])
    expect((await admin(`keys ${missing.replace(/ |$/, ` ${ADMIN.username} `).trim()}`)).status).toBe(2);
  expect((await admin(`keys delete ${ADMIN.username} --all`)).output).toBe('API keys deleted: 1.\n');
  expect((await verify()).status).toBe(401);
  const inviting = 'invite invited-by-command --role admin --expires-in 2d';
  expect(await admin(inviting, '', { SINGLE_USER_MODE: 'true' })).toEqual({
    status: 1,
    output: '',
    errors: expect.stringMatching(/^admin: This is not available in single-user mode\.$/m),
  });
  const invited = await admin(inviting, '', { SINGLE_USER_MODE: 'false' });
  const token = /#invitation=([\w-]{43})\n/.exec(invited.output)?.[1];
  const body = { token, password: 'Invited-77' };
  expect(await send(service.base, { method: 'POST', path: '/api/auth/accept', body })).toMatchObject({
    status: 201,
    json: { user: { username: 'invited-by-command', role: 'admin' } },
  });
});
