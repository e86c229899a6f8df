import { Secret, TOTP } from 'otpauth';

const PERIOD_MS = 30_000;

/**
 * What an authenticator app shows.
 * @param secret base32
 * @param steps later than now, or earlier when negative
 */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * PERIOD_MS });

/** Six digits that no step near now has. */
export function wrongCodeOf(secret: string): string {
  const near = [-3, -2, -1, 0, 1, 2, 3].map((steps) => codeOf(secret, steps));
  for (let digits = 0; ; digits++) {
    const code = String(digits).padStart(6, '0');
    if (!near.includes(code)) return code;
  }
}
