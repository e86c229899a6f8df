import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Guards first-time set-up: by a token where strangers can reach the form, and by a queue, because a hundred set-ups at
 * once would otherwise compute a hundred hashes for one account.
 */
export class SetupGate {
  /** The set-up token in force; `undefined` where only this machine can reach the form. */
  readonly token: string | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /**
   * @param chosen the token from the settings
   * @param reachable whether others than this machine can reach the service; then it generates a token by default
   */
  constructor(chosen: string | undefined, reachable: boolean) {
    this.token = chosen ?? (reachable ? randomBytes(18).toString('base64url') : undefined);
  }

  /** Whether a request may set up; compares in constant time. */
  admits(given: string | undefined): boolean {
    return this.token === undefined || timingSafeEqual(digest(this.token), digest(given ?? ''));
  }

  /** Runs a set-up when those before it have ended. */
  oneAtATime<T>(setUp: () => Promise<T>): Promise<T> {
    const result = this.#last.then(setUp, setUp);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
