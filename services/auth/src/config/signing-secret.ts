import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SettingsReader } from '@ownvoice/shared/settings';
import { secretFault } from '../domain/secrets.js';

/** `JWT_SECRET`; outside production a secret in the data folder takes its place. */
export function readSigningSecret(read: SettingsReader, production: boolean, dataDir: string): string {
  const secret = read.verbatim('JWT_SECRET');
  if (secret === undefined) {
    if (!production) return storedSecret(dataDir);
    read.mistake('JWT_SECRET', 'must be set in production; make one with: openssl rand -base64 48');
    return '';
  }
  const fault = production ? secretFault(secret) : undefined;
  if (fault !== undefined) read.mistake('JWT_SECRET', fault);
  return secret;
}

/** Generated once and stored, so that tokens stay valid across restarts. */
function storedSecret(dataDir: string): string {
  const file = join(dataDir, 'jwt-secret');
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8');
}
