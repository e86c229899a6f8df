import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError, loadConfig, projectRoot } from './config.js';

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'ownvoice-config-'));
});
afterAll(() => rmSync(dataDir, { recursive: true }));

const SECRET = '3f1d9a7be05c4826b1f0d2c9a8e7465f';
const load = (environment: Record<string, string>) =>
  loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, JWT_SECRET: SECRET, ...environment });
const mistakes = (environment: Record<string, string>): string => {
  try {
    load(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
};

describe('settings', () => {
  test('the default settings keep the service to this machine', () => {
    const config = load({});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 8000,
      singleUser: true,
      allowRegistration: true,
      tokenLifetime: 604_800,
      loginLimitStore: 'memory',
      auditRetentionDays: 365,
      trustProxy: [],
      corsOrigins: [],
      databaseUrl: undefined,
      oauth: {},
      providerNames: { codehost: 'GitHub', modelhub: 'Hugging Face' },
      requireSecondFactor: 'off',
    });
  });

  // ASVS 13.3.1
  test('every mistake is reported at once, without secrets', () => {
    const message = mistakes({
      NODE_ENV: 'production',
      JWT_SECRET: 'tooshort-hidden',
      PORT: '80x',
      JWT_EXPIRES_IN: 'soon',
      SINGLE_USER_MODE: 'yes',
      TRUST_PROXY: '1',
      CORS_ORIGIN: '*',
      DATABASE_URL: 'mysql://x',
      CODEHOST_CLIENT_ID: 'alone',
      DEFAULT_ADMIN_PASSWORD: 'hidden',
      LOGIN_LIMIT_STORE: 'redis',
      AUDIT_RETENTION_DAYS: 'a year',
      PUBLIC_URL: 'ftp://x',
      CODEHOST_NAME: 'x'.repeat(41),
      MODELHUB_CLIENT_ID: '<CLIENT_ID>',
      REQUIRE_SECOND_FACTOR: 'everybody',
    });
    for (const name of [
      'JWT_SECRET',
      'PORT',
      'JWT_EXPIRES_IN',
      'SINGLE_USER_MODE',
      'TRUST_PROXY',
      'CORS_ORIGIN',
      'DATABASE_URL',
      'CODEHOST_CLIENT_ID',
      'DEFAULT_ADMIN_PASSWORD',
      'LOGIN_LIMIT_STORE',
      'AUDIT_RETENTION_DAYS',
      'PUBLIC_URL',
      'CODEHOST_NAME',
      'MODELHUB_CLIENT_ID',
      'REQUIRE_SECOND_FACTOR',
    ])
      expect(message).toContain(`- ${name} `);
    expect(message).not.toContain('hidden');
  });

  test.each([
    'setup',
    'changeme',
    '<SETUP_TOKEN>',
    'change-me-before-you-start',
    'aaaaaaaaaaaaaaaaaaaa',
    'fifteen-letters',
  ])('the set-up token %s stops the start without being printed', (token) => {
    const message = mistakes({ SETUP_TOKEN: token });
    expect(message).toContain('- SETUP_TOKEN ');
    expect(message).not.toContain(token);
  });

  test.each([
    'postgresql://user:hidden@one,two/ownvoice?target_session_attrs=read-write',
    'postgres://one:5432,two:5432/ownvoice',
  ])('a database with several hosts is refused: %s', (url) => {
    expect(mistakes({ DATABASE_URL: url })).toMatch(/- DATABASE_URL must name one host; with a standby, [^\n]*primary/);
  });

  test('a comma in the password of the database is no second host', () => {
    const url = 'postgresql://user:one,two@host:5432/own,voice';
    expect(load({ DATABASE_URL: url }).databaseUrl).toBe(url);
  });

  // ASVS 6.3.2
  test.each(['', 'short', '<JWT_SIGNING_SECRET>'])('production refuses the signing secret %j', (secret) => {
    expect(mistakes({ NODE_ENV: 'production', JWT_SECRET: secret })).toContain('JWT_SECRET');
  });

  test('development generates a signing secret and stores it', () => {
    const generated = load({ JWT_SECRET: '' }).jwtSecret;
    expect(generated).toHaveLength(64);
    expect(load({ JWT_SECRET: '' }).jwtSecret).toBe(generated);
    expect(readdirSync(dataDir)).toEqual(['jwt-secret']);
  });

  test('a stored signing secret that was cut short signs nothing', () => {
    const folder = mkdtempSync(join(dataDir, 'cut-'));
    for (const secret of ['', 'half']) {
      writeFileSync(join(folder, 'jwt-secret'), secret);
      expect(mistakes({ JWT_SECRET: '', DATA_DIR: folder })).toMatch(
        /- DATA_DIR has a damaged file jwt-secret; delete/,
      );
    }
  });

  test('a folder that can not be made is one mistake among the others', () => {
    const file = join(dataDir, 'a-file');
    writeFileSync(file, '');
    const message = mistakes({ JWT_SECRET: '', DATA_DIR: join(file, 'folder'), PORT: 'x' });
    expect(message).toMatch(/- PORT must be .*\n.*- DATA_DIR must be a folder that can be written to/);
  });

  test.each(['<ADMIN_PASSWORD>', 'ChangeMe123', 'weak', 'NoDigits'])(
    'a default password that is a sample or breaks the rules is refused: %j',
    (password) => {
      expect(mistakes({ DEFAULT_ADMIN_PASSWORD: password })).toContain('DEFAULT_ADMIN_PASSWORD');
    },
  );

  test('a default password that is guessed first is refused in production', () => {
    const weak = { DEFAULT_ADMIN_PASSWORD: 'Password1' };
    expect(mistakes({ ...weak, NODE_ENV: 'production' })).toContain('DEFAULT_ADMIN_PASSWORD');
    expect(load(weak).defaultAdmin.password).toBe('Password1');
  });

  test('the audit trail is kept for ever or for at least the thirty days of the statistics', () => {
    expect(load({ AUDIT_RETENTION_DAYS: '0' }).auditRetentionDays).toBeUndefined();
    expect(load({ AUDIT_RETENTION_DAYS: '30' }).auditRetentionDays).toBe(30);
    for (const days of ['29', '-1', '1.5', '1e3', 'forever'])
      expect(mistakes({ AUDIT_RETENTION_DAYS: days })).toContain('AUDIT_RETENTION_DAYS');
  });

  test('providers are configured only with both of their credentials', () => {
    const config = load({
      MODELHUB_CLIENT_ID: 'id',
      MODELHUB_CLIENT_SECRET: 'secret',
      MODELHUB_TOKEN_URL: 'http://127.0.0.1:1/token',
    });
    expect(config.oauth).toMatchObject({
      codehost: undefined,
      modelhub: { clientId: 'id', tokenUrl: 'http://127.0.0.1:1/token' },
    });
  });

  test('every setting is in .env.example, and none of its samples is accepted as a value', () => {
    const read = new Set<string>();
    const spy = new Proxy<Record<string, string>>(
      { NODE_ENV: 'test', DATA_DIR: dataDir, CODEHOST_CLIENT_ID: 'x', CODEHOST_CLIENT_SECRET: 'x' },
      {
        get: (target, name) => {
          read.add(String(name));
          return target[String(name)];
        },
      },
    );
    loadConfig(spy);
    const lines = readFileSync(join(projectRoot(), '.env.example'), 'utf8').split('\n');
    const documented = new Map(
      lines.flatMap((line) => {
        const [, name, value] = /^# ([A-Z_]+)=(.*)$/.exec(line) ?? [];
        return name === undefined ? [] : [[name, value ?? ''] as const];
      }),
    );
    // Set by npm, not by an operator.
    read.delete('npm_lifecycle_event');
    for (const name of read) expect([...documented.keys()]).toContain(name);
    for (const name of ['JWT_SECRET', 'DEFAULT_ADMIN_PASSWORD', 'DEFAULT_ADMIN_EMAIL'])
      expect(mistakes({ NODE_ENV: 'production', [name]: documented.get(name) ?? '' })).toContain(name);
  });
});
