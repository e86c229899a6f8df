import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { type BrokenRule, ruleText } from '@ownvoice/shared/contract';
import { type Environment, packageVersion, readServiceSettings, SettingsReader } from '@ownvoice/shared/settings';
import { canonicalEmail, emailFaults, passwordFaults, usernameFaults } from './domain/account-rules.js';
import { readOAuthProvider, readProviderName } from './oauth/settings.js';
import { isSample, readSecret, readSigningSecret, secretFault } from './signing-secret.js';

/** In log lines, metrics and spans. */
export const SERVICE_NAME = 'ownvoice-auth';

/** Invalid settings; the message lists every mistake. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  /** @param mistakes one message for each */
  constructor(readonly mistakes: readonly string[]) {
    super(`The settings are invalid:\n${mistakes.map((one) => `  - ${one}`).join('\n')}`);
  }
}

const TOKEN_LIFETIME_SECONDS = 7 * 24 * 3_600;
const RECENT_SIGN_IN_SECONDS = 10 * 60;
/** The administrators' page shows who was active in the last thirty days, which is read from the audit log. */
const MIN_AUDIT_DAYS = 30;

function auditRetentionDays(read: SettingsReader): number | undefined {
  const days = read.integer('AUDIT_RETENTION_DAYS', 365, 0, 36_500);
  if (days > 0 && days < MIN_AUDIT_DAYS)
    read.mistake('AUDIT_RETENTION_DAYS', `must be 0, which keeps everything, or at least ${MIN_AUDIT_DAYS}`);
  return days === 0 ? undefined : days;
}

/** In seconds; 0 always asks for the password. */
function recentSignIn(read: SettingsReader): number {
  return read.text('RECENT_SIGN_IN') === '0' ? 0 : read.duration('RECENT_SIGN_IN', RECENT_SIGN_IN_SECONDS);
}

/** An address with several hosts, as libpq takes it. */
const SEVERAL_HOSTS = /^[^:]+:\/\/(?:[^/?]*@)?(?![^/?]*@)[^/?]*,/;

function databaseUrl(read: SettingsReader): string | undefined {
  const url = read.text('DATABASE_URL');
  if (url === undefined) return undefined;
  if (SEVERAL_HOSTS.test(url))
    read.mistake('DATABASE_URL', 'must name one host; with a standby, use a name or address that leads to the primary');
  else if (!(URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol)))
    read.mistake('DATABASE_URL', 'must be an address such as postgresql://user:password@host:5432/ownvoice');
  return url;
}

/** The folder that holds `prisma/`: the repository, or the service's own folder in an image. */
export function projectRoot(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'prisma', 'migrations'))) return folder;
    if (folder === dirname(folder)) throw new Error('prisma/migrations is in no folder above the service.');
  }
}

/** The environment; in development `.env` fills in the variables that are not set. */
function withDotEnv(environment: Environment, root: string): Environment {
  const file = join(root, '.env');
  if ((environment.NODE_ENV || 'development') !== 'development' || !existsSync(file)) return environment;
  return { ...parseEnv(readFileSync(file, 'utf8')), ...environment };
}

function readDefaultAdmin(read: SettingsReader, production: boolean) {
  const username = read.text('DEFAULT_ADMIN_USERNAME') ?? 'admin';
  const email = read.text('DEFAULT_ADMIN_EMAIL');
  const password = read.verbatim('DEFAULT_ADMIN_PASSWORD');
  const report = (variable: string, broken: readonly BrokenRule[]) => {
    for (const rule of broken) read.mistake(variable, ruleText(rule));
  };
  report('DEFAULT_ADMIN_USERNAME', usernameFaults(username));
  if (email !== undefined && emailFaults(email).length > 0)
    read.mistake('DEFAULT_ADMIN_EMAIL', 'must be an e-mail address');
  if (password !== undefined && isSample(password))
    read.mistake('DEFAULT_ADMIN_PASSWORD', 'is a sample value; choose a password of your own');
  else if (password !== undefined) {
    // As with other secrets, a weak one will do outside production.
    const broken = passwordFaults(password).filter(({ code }) => production || code !== 'common_password');
    report('DEFAULT_ADMIN_PASSWORD', broken);
  }
  return { username, email: email === undefined ? null : canonicalEmail(email), password };
}

const MIN_SETUP_TOKEN_BYTES = 16;

function readSetupToken(read: SettingsReader): string | undefined {
  const token = read.verbatim('SETUP_TOKEN');
  const fault = token === undefined ? undefined : secretFault(token, MIN_SETUP_TOKEN_BYTES);
  if (fault !== undefined) read.mistake('SETUP_TOKEN', fault);
  return token;
}

/** What {@link loadConfig} returns. */
export type Config = Readonly<ReturnType<typeof loadConfig>>;

/**
 * Every setting of the service, parsed once.
 * @param environment the process's variables; in development `.env` adds to them
 * @throws {ConfigError} with every mistake in one message, never with a value that may be a secret
 */
export function loadConfig(environment: Environment) {
  const root = projectRoot();
  const read = new SettingsReader(withDotEnv(environment, root));
  const mode = read.choice('NODE_ENV', 'development', ['development', 'production', 'test']);
  const port = read.integer('PORT', 8000, 0, 65_535);
  const dataDir = read.folder('DATA_DIR', '.data', root);
  const config = {
    // A token is no cookie: what a page of another origin reads, it was given.
    ...readServiceSettings(read, mode === 'development', mode === 'development' ? true : []),
    environment: mode,
    development: mode === 'development',
    host: read.host('HOST', '127.0.0.1'),
    port,
    version: packageVersion(new URL('../package.json', import.meta.url)),
    /** The address that users open, without a slash at the end; never taken from a request. */
    publicUrl: (read.url('PUBLIC_URL') ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    /** The page of the speech service, which the accounts page links to. */
    speechUrl: read.url('SPEECH_URL'),
    /** Absent: the embedded PostgreSQL in `dataDir`. */
    databaseUrl: databaseUrl(read),
    dataDir,
    migrationsDir: join(root, 'prisma', 'migrations'),
    singleUser: read.flag('SINGLE_USER_MODE', true, 'true or false'),
    allowRegistration: read.flag('ALLOW_REGISTRATION', true, 'true or false'),
    defaultAdmin: readDefaultAdmin(read, mode === 'production'),
    /** Where a generated password is written instead of being printed. */
    firstPasswordFile: read.path('FIRST_PASSWORD_FILE', root),
    setupToken: readSetupToken(read),
    loginLimitStore: read.choice('LOGIN_LIMIT_STORE', 'memory', ['memory', 'postgres']),
    /** How long audit rows are kept; absent: for ever. */
    auditRetentionDays: auditRetentionDays(read),
    jwtSecret: readSigningSecret(read, mode === 'production', dataDir),
    /** Absent: the random one in the database. */
    dataKey: readSecret(read, 'DATA_KEY', mode === 'production'),
    /** In seconds. */
    tokenLifetime: read.duration('JWT_EXPIRES_IN', TOKEN_LIFETIME_SECONDS),
    /** By which the speech service reports who had how much spoken; absent: it may not. */
    usageToken: readSecret(read, 'USAGE_TOKEN', mode === 'production'),
    /** Whose accounts are restricted until they have a second factor. */
    requireSecondFactor: read.choice('REQUIRE_SECOND_FACTOR', 'off', ['off', 'admin']),
    /** How long after a sign-in its token alone may change what opens the account. */
    recentSignInMs: recentSignIn(read) * 1000,
    oauth: {
      codehost: readOAuthProvider(read, 'CODEHOST'),
      modelhub: readOAuthProvider(read, 'MODELHUB'),
      /** Of the claim `groups`: its members are administrators. */
      adminGroup: read.text('OIDC_ADMIN_GROUP'),
    },
    providerNames: {
      codehost: readProviderName(read, 'CODEHOST', 'GitHub'),
      modelhub: readProviderName(read, 'MODELHUB', 'Hugging Face'),
    },
  };
  if (read.mistakes.length > 0) throw new ConfigError(read.mistakes);
  return config;
}
