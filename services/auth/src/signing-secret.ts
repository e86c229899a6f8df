import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SettingsReader } from '@ownvoice/shared/settings';

/** Fewest bytes of a signing secret: as many as its hash has. @see https://www.rfc-editor.org/rfc/rfc7518#section-3.2 */
const MIN_SECRET_BYTES = 32;

const SAMPLES =
  /^<.*>$|change[-_ ]?(me|this|it)|replace[-_ ]?(me|this|it|with)|your[-_ ]?(own|super|jwt|secret|password|long|256|random)|placeholder|example[-_ ]?(secret|password)|(secret|password)[-_ ]?example/i;

/** What people put into a secret that they mean to replace, and rows of keys and digits. */
const PLACEHOLDERS =
  /(my|super|dev|development|test|default|demo)[-_ ]?secret|(jwt|secret)[-_ ]?key|do[-_ ]?not[-_ ]?use|not[-_ ]for[-_ ]production|0123456789|1234567890|abcdefghij|qwertyuiop/i;

/** Whether a value was copied from an example rather than chosen. */
export const isSample = (value: string): boolean => SAMPLES.test(value);

/**
 * Why a secret can't sign tokens in production, or guard the set-up.
 * @returns the end of a message that begins with the setting's name; `undefined` when the secret is good
 */
export function secretFault(secret: string, minBytes = MIN_SECRET_BYTES): string | undefined {
  if (isSample(secret) || PLACEHOLDERS.test(secret)) return 'is a sample value; make one with: openssl rand -base64 48';
  if (Buffer.byteLength(secret) < minBytes) return `must have at least ${minBytes} bytes`;
  if (new Set(secret).size < 6) return 'repeats the same few characters; make one with: openssl rand -base64 48';
  return undefined;
}

/** A secret that is set or not; in production only a good one. */
export function readSecret(read: SettingsReader, variable: string, production: boolean): string | undefined {
  const secret = read.verbatim(variable);
  const fault = production && secret !== undefined ? secretFault(secret) : undefined;
  if (fault !== undefined) read.mistake(variable, fault);
  return secret;
}

/** `JWT_SECRET`; outside production a secret in the data folder takes its place. */
export function readSigningSecret(read: SettingsReader, production: boolean, dataDir: string): string {
  const secret = readSecret(read, 'JWT_SECRET', production);
  if (secret !== undefined) return secret;
  if (!production) return storedSecret(read, dataDir);
  read.mistake('JWT_SECRET', 'must be set in production; make one with: openssl rand -base64 48');
  return '';
}

/** Generated once and stored, so that tokens stay valid across restarts. */
function storedSecret(read: SettingsReader, dataDir: string): string {
  const file = join(dataDir, 'jwt-secret');
  try {
    mkdirSync(dataDir, { recursive: true });
    if (!existsSync(file)) create(file);
    const secret = readFileSync(file, 'utf8');
    if (Buffer.byteLength(secret) >= MIN_SECRET_BYTES) return secret;
    read.mistake('DATA_DIR', 'has a damaged file jwt-secret; delete that file, and everybody has to sign in again');
  } catch (error) {
    read.mistake('DATA_DIR', `must be a folder that can be written to (${(error as Error).message})`);
  }
  return '';
}

/** The file appears complete or not at all; of several services that start at once, one creates it. */
function create(file: string): void {
  const draft = `${file}.${randomUUID()}`;
  try {
    writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true });
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
