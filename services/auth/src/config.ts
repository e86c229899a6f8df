import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LogLevel } from '@ownvoice/shared';
import { isNetwork, isOrigin } from '@ownvoice/shared/settings';
import { type Environment, projectRoot, withDotEnv } from './config/environment.js';
import { SettingsReader } from './config/reader.js';
import { keptSecret } from './config/signing-secret.js';
import { canonicalEmail, emailFaults, passwordFaults, usernameFaults } from './domain/account-rules.js';
import { isLoopback } from './domain/client-address.js';
import { parseDuration } from './domain/duration.js';
import { isSample, secretFault } from './domain/secrets.js';
import type { OAuthProviderSettings } from './oauth/settings.js';

export interface DefaultAdminSettings {
  readonly username: string;
  readonly email: string | null;
  /** Absent: none was chosen. */
  readonly password: string | undefined;
}

export interface Config {
  readonly environment: 'development' | 'production' | 'test';
  readonly development: boolean;
  readonly host: string;
  readonly port: number;
  readonly logLevel: LogLevel;
  readonly version: string;
  /** Where users reach the service, without a slash at the end; never taken from a request. */
  readonly publicUrl: string;
  /** Where spans are sent; absent turns tracing off. */
  readonly tracesEndpoint: string | undefined;
  /** Absent: the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  readonly migrationsDir: string;
  readonly corsOrigins: string[] | true;
  /** Addresses and networks whose `X-Forwarded-For` is believed. */
  readonly trustProxy: string[];
  readonly singleUser: boolean;
  readonly allowRegistration: boolean;
  readonly defaultAdmin: DefaultAdminSettings;
  readonly setupToken: string | undefined;
  /** Whether others than this machine can reach the set-up form. */
  readonly reachable: boolean;
  readonly loginLimitStore: 'memory' | 'postgres';
  /** How long audit rows are kept; absent: for ever. */
  readonly auditRetentionDays: number | undefined;
  readonly jwtSecret: string;
  /** Lifetime of a token in seconds. */
  readonly tokenLifetime: number;
  readonly oauth: { readonly codehost?: OAuthProviderSettings; readonly modelhub?: OAuthProviderSettings };
}

/** Settings that can't be started with; its message lists every mistake. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const LOG_LEVELS: readonly LogLevel[] = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

function version(): string {
  const manifest = readFileSync(fileURLToPath(new URL('../package.json', import.meta.url)), 'utf8');
  return String((JSON.parse(manifest) as { version: unknown }).version);
}

function corsOrigins(read: SettingsReader, development: boolean): string[] | true {
  const origins = read.list('CORS_ORIGIN');
  if (origins.length === 0) return development ? true : [];
  if (origins.includes('*')) {
    if (!development) read.mistake('CORS_ORIGIN', 'must name the origins that may call; * is for development');
    return true;
  }
  if (!origins.every(isOrigin))
    read.mistake('CORS_ORIGIN', 'must be origins such as https://voice.example, separated by commas');
  return origins;
}

function jwtSecret(read: SettingsReader, production: boolean, dataDir: string): string {
  const secret = read.verbatim('JWT_SECRET');
  if (secret === undefined) {
    if (!production) return keptSecret(dataDir);
    read.mistake('JWT_SECRET', 'must be set in production; make one with: openssl rand -base64 48');
    return '';
  }
  const fault = production ? secretFault(secret) : undefined;
  if (fault !== undefined) read.mistake('JWT_SECRET', fault);
  return secret;
}

function tokenLifetime(read: SettingsReader): number {
  const text = read.text('JWT_EXPIRES_IN') ?? '7d';
  const seconds = parseDuration(text);
  if (seconds === undefined)
    read.mistake('JWT_EXPIRES_IN', 'must be a duration such as 15m, 12h or 7d, or a number of seconds');
  return seconds ?? 0;
}

/** Administrators are shown who was active in the last thirty days, which is read from the trail. */
const LEAST_AUDIT_DAYS = 30;

function auditRetentionDays(read: SettingsReader): number | undefined {
  const days = read.integer('AUDIT_RETENTION_DAYS', 0, 0, 36_500);
  if (days > 0 && days < LEAST_AUDIT_DAYS)
    read.mistake('AUDIT_RETENTION_DAYS', `must be 0, which keeps everything, or at least ${LEAST_AUDIT_DAYS}`);
  return days === 0 ? undefined : days;
}

function defaultAdmin(read: SettingsReader): DefaultAdminSettings {
  const username = read.text('DEFAULT_ADMIN_USERNAME') ?? 'admin';
  for (const fault of usernameFaults(username))
    read.mistake('DEFAULT_ADMIN_USERNAME', fault.replace(/^username /, '').replace(/\.$/, ''));
  const email = read.text('DEFAULT_ADMIN_EMAIL');
  if (email !== undefined && emailFaults(email).length > 0)
    read.mistake('DEFAULT_ADMIN_EMAIL', 'must be an e-mail address');
  const password = read.verbatim('DEFAULT_ADMIN_PASSWORD');
  if (password !== undefined && isSample(password))
    read.mistake('DEFAULT_ADMIN_PASSWORD', 'is a sample value; choose a password of your own');
  else
    for (const fault of password === undefined ? [] : passwordFaults(password))
      read.mistake('DEFAULT_ADMIN_PASSWORD', fault.replace(/^password /, '').replace(/\.$/, ''));
  return { username, email: email === undefined ? null : canonicalEmail(email), password };
}

function oauthProvider(read: SettingsReader, prefix: 'CODEHOST' | 'MODELHUB'): OAuthProviderSettings | undefined {
  const clientId = read.text(`${prefix}_CLIENT_ID`);
  const clientSecret = read.verbatim(`${prefix}_CLIENT_SECRET`);
  const addresses = {
    // A code host is no issuer of OpenID Connect.
    ...(prefix === 'MODELHUB' && { issuer: read.url('MODELHUB_ISSUER_URL') }),
    authorizeUrl: read.url(`${prefix}_AUTHORIZE_URL`),
    tokenUrl: read.url(`${prefix}_TOKEN_URL`),
    userinfoUrl: read.url(`${prefix}_USERINFO_URL`),
    emailsUrl: read.url(`${prefix}_EMAILS_URL`),
  };
  if (clientId === undefined && clientSecret === undefined) return undefined;
  if (clientId !== undefined && clientSecret !== undefined) return { clientId, clientSecret, ...addresses };
  read.mistake(`${prefix}_CLIENT_ID`, `and ${prefix}_CLIENT_SECRET belong together: set both or neither`);
  return undefined;
}

function databaseUrl(read: SettingsReader): string | undefined {
  const url = read.text('DATABASE_URL');
  if (url !== undefined && !(URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol)))
    read.mistake('DATABASE_URL', 'must be an address such as postgresql://user:password@host:5432/ownvoice');
  return url;
}

/**
 * Every setting of the service, parsed once.
 * @param environment the process's variables; in development `.env` adds to them
 * @throws {ConfigError} with every mistake in one message, never with a value that may be a secret
 */
export function loadConfig(environment: Environment): Config {
  const root = projectRoot();
  const read = new SettingsReader(withDotEnv(environment, root));
  const mode = read.choice('NODE_ENV', ['development', 'production', 'test'], 'development');
  const host = read.text('HOST') ?? '127.0.0.1';
  const port = read.integer('PORT', 8000, 0, 65_535);
  const dataDir = resolve(root, read.text('DATA_DIR') ?? '.data');
  const trustProxy = read.list('TRUST_PROXY');
  if (!trustProxy.every(isNetwork))
    read.mistake('TRUST_PROXY', 'must be addresses or networks such as 10.0.0.0/8, separated by commas');
  const codehost = oauthProvider(read, 'CODEHOST');
  const modelhub = oauthProvider(read, 'MODELHUB');
  const config: Config = {
    environment: mode,
    development: mode === 'development',
    host,
    port,
    logLevel: read.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
    version: version(),
    publicUrl: (read.url('PUBLIC_URL') ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    tracesEndpoint: read.url('OTEL_EXPORTER_OTLP_ENDPOINT'),
    databaseUrl: databaseUrl(read),
    dataDir,
    migrationsDir: join(root, 'prisma', 'migrations'),
    corsOrigins: corsOrigins(read, mode === 'development'),
    trustProxy,
    singleUser: read.flag('SINGLE_USER_MODE', true),
    allowRegistration: read.flag('ALLOW_REGISTRATION', true),
    defaultAdmin: defaultAdmin(read),
    setupToken: read.verbatim('SETUP_TOKEN'),
    reachable: !isLoopback(host),
    loginLimitStore: read.choice('LOGIN_LIMIT_STORE', ['memory', 'postgres'], 'memory'),
    auditRetentionDays: auditRetentionDays(read),
    jwtSecret: jwtSecret(read, mode === 'production', dataDir),
    tokenLifetime: tokenLifetime(read),
    oauth: { ...(codehost && { codehost }), ...(modelhub && { modelhub }) },
  };
  if (read.mistakes.length > 0)
    throw new ConfigError(`The settings can't be used:\n${read.mistakes.map((one) => `  - ${one}`).join('\n')}`);
  return config;
}
