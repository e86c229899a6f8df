import { createHash, randomBytes } from 'node:crypto';
import { RECOVERY_CODES } from '@ownvoice/shared/contract';
import { Secret, TOTP } from 'otpauth';

const ISSUER = 'Ownvoice';
/** As many as SHA-1 has, which every authenticator app computes with. @see https://www.rfc-editor.org/rfc/rfc4226#section-4 */
const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
/** Steps before and after the present one whose codes are taken, for clocks that differ. */
const SKEW_STEPS = 1;
/** 120 bits: too many to try, so that a plain hash is enough. */
const RECOVERY_CODE_BYTES = 15;
/** Wrong codes of an account before a pause, and the first and the longest pause. */
const MAX_WRONG_CODES = 10;
const FIRST_PAUSE_MS = 60 * 1000;
const LONGEST_PAUSE_MS = 60 * 60 * 1000;
const GROUP = /.{4}(?=.)/g;

/** A one-time code as somebody typed it. */
export type OneTimeCode =
  | { readonly kind: 'totp'; readonly digits: string }
  | { readonly kind: 'recovery'; readonly hash: string }
  | { readonly kind: 'none' };

export const newSecret = (): Uint8Array => randomBytes(SECRET_BYTES);

const totpOf = (secret: Uint8Array, label: string): TOTP =>
  new TOTP({
    issuer: ISSUER,
    label,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
  });

/** How an authenticator app learns a secret: in base32, and as an `otpauth:` address for a QR code. */
export function enrolmentOf(secret: Uint8Array, username: string): { secret: string; otpauth_url: string } {
  const totp = totpOf(secret, username);
  return { secret: totp.secret.base32, otpauth_url: totp.toString() };
}

/**
 * The time step whose code this is: the present one, the one before or the one after.
 * @param now in milliseconds since the Unix epoch
 * @returns `undefined` when it is none of them
 * @see https://www.rfc-editor.org/rfc/rfc6238
 */
export function stepOf(secret: Uint8Array, digits: string, now: number): number | undefined {
  const delta = totpOf(secret, '').validate({ token: digits, timestamp: now, window: SKEW_STEPS });
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
}

/** Ten new recovery codes: 24 characters of base32 in groups of four. */
export function newRecoveryCodes(): string[] {
  const one = () =>
    new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_CODE_BYTES)).buffer }).base32
      .toLowerCase()
      .replace(GROUP, '$&-');
  return Array.from({ length: RECOVERY_CODES }, one);
}

const normalized = (text: string): string => text.replace(/[\s-]/g, '').toLowerCase();

/** What is stored of a recovery code: SHA-256 in hexadecimal. */
export const recoveryCodeHash = (code: string): string => createHash('sha256').update(normalized(code)).digest('hex');

/** Reads a code as it was typed: spaces, hyphens and case do not matter. */
export function readOneTimeCode(text: string): OneTimeCode {
  const code = normalized(text);
  if (code === '') return { kind: 'none' };
  return /^\d{6}$/.test(code) ? { kind: 'totp', digits: code } : { kind: 'recovery', hash: recoveryCodeHash(code) };
}

/** How long no code of an account is checked after so many wrong ones in a row: from the tenth a minute, then twice as long each. */
export const pauseAfter = (wrongCodes: number): number =>
  wrongCodes < MAX_WRONG_CODES ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (wrongCodes - MAX_WRONG_CODES));

/** How much of a pause is left, in milliseconds; 0 of one longer than any, which began before the clock was set back. */
export function pauseLeft(until: Date | null, now: number): number {
  const left = (until?.getTime() ?? 0) - now;
  return left > LONGEST_PAUSE_MS ? 0 : Math.max(0, left);
}
