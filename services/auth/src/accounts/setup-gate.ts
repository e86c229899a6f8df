import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { ApiError } from '@ownvoice/shared';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const TOKEN_CHARACTERS = 24;

/**
 * The set-up token of an installation: the same on every replica and after every restart, and nobody can compute it from
 * the database alone. HMAC-SHA-256, 144 bits of it in base64url.
 */
export const setupTokenOf = (secret: string, installationId: string): string =>
  createHmac('sha256', secret).update(`setup-token:${installationId}`).digest('base64url').slice(0, TOKEN_CHARACTERS);

/**
 * Guards first-time set-up: by a token where strangers can reach the form, and by a queue, because a hundred set-ups at
 * once would otherwise compute a hundred hashes for one account.
 */
export class SetupGate {
  /** The set-up token in force; `undefined` where only this machine can reach the form. */
  readonly token: string | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(token: string | undefined) {
    this.token = token;
  }

  /**
   * Compares in constant time.
   * @param isLocal whether the request comes from this machine, for no page of another site
   * @throws {ApiError} 403
   */
  expect(given: string | undefined, isLocal: boolean): void {
    if (this.token !== undefined) {
      if (!timingSafeEqual(digest(this.token), digest(given ?? '')))
        throw new ApiError(403, 'The set-up token is missing or wrong.');
    } else if (!isLocal) {
      throw new ApiError(403, 'Set up at localhost on this machine, or start the service with SETUP_TOKEN.');
    }
  }

  /** Runs a set-up when those before it have ended. */
  oneAtATime<T>(setUp: () => Promise<T>): Promise<T> {
    const result = this.#last.then(setUp, setUp);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
