import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SettingsReader } from '@ownvoice/shared/settings';
import { MIN_SECRET_BYTES, secretFault } from '../domain/secrets.js';

/** `JWT_SECRET`; outside production a secret in the data folder takes its place. */
export function readSigningSecret(read: SettingsReader, production: boolean, dataDir: string): string {
  const secret = read.verbatim('JWT_SECRET');
  if (secret === undefined) {
    if (!production) return storedSecret(read, dataDir);
    read.mistake('JWT_SECRET', 'must be set in production; make one with: openssl rand -base64 48');
    return '';
  }
  const fault = production ? secretFault(secret) : undefined;
  if (fault !== undefined) read.mistake('JWT_SECRET', fault);
  return secret;
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
