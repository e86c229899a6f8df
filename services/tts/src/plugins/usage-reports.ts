import type { EngineLogger } from '../engines/engine-process.js';

export interface UsageOptions {
  /** The address of the accounts service. */
  readonly url: string;
  readonly token: string;
  /** A minute when absent. */
  readonly intervalMs?: number;
}

const MINUTE_MS = 60_000;
/** Shorter than the time that a service has to close. */
const TIMEOUT_MS = 3_000;
/** A body may have 1,000 keys and entries. */
const MAX_ENTRIES = 300;
/** The id of an account, which alone the accounts service takes. */
const ACCOUNT = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Tells the accounts service, each minute and at the end, how long it spoke for whom. What is not taken is told again. */
export class UsageReports {
  readonly #options: UsageOptions;
  readonly #log: EngineLogger;
  readonly #seconds = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  #round = Promise.resolve();

  constructor(options: UsageOptions, log: EngineLogger) {
    this.#options = options;
    this.#log = log;
    this.#timer = setInterval(() => this.#begin(), options.intervalMs ?? MINUTE_MS).unref();
  }

  add(user: string, seconds: number): void {
    if (ACCOUNT.test(user)) this.#seconds.set(user, (this.#seconds.get(user) ?? 0) + seconds);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#begin();
    await this.#round;
  }

  #begin(): void {
    this.#round = this.#round
      .then(() => this.#report())
      .catch((error: unknown) => this.#log.warn({ reason: String(error) }, 'usage not reported'));
  }

  /** @throws {Error} when the accounts service does not take it */
  async #report(): Promise<void> {
    while (this.#seconds.size > 0) {
      const part = [...this.#seconds].slice(0, MAX_ENTRIES);
      await this.#send(part.map(([user_id, seconds]) => ({ user_id, seconds })));
      for (const [user, seconds] of part) this.#subtract(user, seconds);
    }
  }

  #subtract(user: string, seconds: number): void {
    const left = (this.#seconds.get(user) ?? 0) - seconds;
    if (left > 0) this.#seconds.set(user, left);
    else this.#seconds.delete(user);
  }

  async #send(usage: readonly { user_id: string; seconds: number }[]): Promise<void> {
    const { url, token } = this.#options;
    const response = await fetch(`${url.replace(/\/+$/, '')}/api/users/usage`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ usage }),
      // Not where a redirect leads, which would be given the token.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the accounts service answered with ${response.status}`);
  }
}
