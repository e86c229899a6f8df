import { clientKey, trusts } from '@ownvoice/shared/client-address';
import { SPEECH_HEADERS } from '@ownvoice/shared/contract/speech-limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { Counter } from 'prom-client';
import type { Config } from '../config.js';
import type { EngineLogger } from '../engines/engine-process.js';
import { apiError } from '../errors.js';
import { type Caller, EVERYBODY } from '../storage.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whose narrations and saved voices a request may use; undefined: nobody's, because no trusted proxy names a user. */
    callerOf(request: FastifyRequest): Caller | undefined;
    /** The same for a request that only a user may send. @throws ApiError 401 */
    expectCaller(request: FastifyRequest): Caller;
    /** Who shares the machine with the others: the user whom a trusted proxy names, else the address. */
    clientOf(request: FastifyRequest): string;
    /** Counts speech for a user; null is nobody in particular. */
    countSpoken(user: string | null, seconds: number): void;
  }
}

/** Users with a series of their own, so that a scrape stays small. */
const MAX_USERS = 1_000;
const OTHERS = 'other';
/** One name. Of a header that was sent twice, Node joins the values by a comma. */
const USER = /^[^\s,]{1,128}$/;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The user whom a trusted proxy names: in the log line of a request, in the metrics, and in reports to the accounts service. */
export const users = fp(
  async (
    app: FastifyInstance,
    { userHeader, trustProxy, usage }: Pick<Config, 'userHeader' | 'trustProxy' | 'usage'>,
  ) => {
    app.decorate('expectCaller', (request) => {
      const caller = app.callerOf(request);
      if (!caller) throw apiError('unauthorized');
      return caller;
    });
    const addressOf = (request: FastifyRequest) => clientKey(request.ip, request.socket.remoteAddress);
    if (userHeader === undefined) {
      app.decorate('clientOf', addressOf);
      app.decorate('callerOf', () => EVERYBODY);
      app.decorate('countSpoken', () => {});
      return;
    }
    const isProxy = trusts(trustProxy);
    const known = new Set<string>();
    const spoken = new Counter({
      name: 'tts_user_audio_seconds_total',
      help: `Seconds of speech sent, by user; user ${OTHERS}: all after the first ${MAX_USERS}.`,
      labelNames: ['user'],
      registers: [app.metrics],
    });
    const reports = usage && new UsageReports(usage, app.log);
    const userOf = ({ headers, socket }: FastifyRequest): string | undefined => {
      const user = headers[userHeader];
      if (typeof user !== 'string' || !USER.test(user)) return undefined;
      return isProxy(socket.remoteAddress ?? '') ? user : undefined;
    };
    app.decorate('clientOf', (request) => {
      const user = userOf(request);
      return user === undefined ? addressOf(request) : `user ${user}`;
    });
    app.decorate('callerOf', (request) => {
      const user = userOf(request);
      return user === undefined ? undefined : { user, seesAll: request.headers['x-user-role'] === 'admin' };
    });
    app.decorate('countSpoken', (user, seconds) => {
      if (user === null || seconds === 0) return;
      if (known.size < MAX_USERS) known.add(user);
      spoken.inc({ user: known.has(user) ? user : OTHERS }, seconds);
      reports?.add(user, seconds);
    });
    app.addHook('onRequest', async (request) => {
      // Gateways let reading through without asking who it is, so that a name there may be the client's own.
      const user = SAFE_METHODS.has(request.method) ? undefined : userOf(request);
      if (user !== undefined) request.logFields = { user_id: user };
    });
    app.addHook('onResponse', async (request, reply) => {
      const user = request.logFields?.user_id;
      const seconds = Number(reply.getHeader(SPEECH_HEADERS.audioSeconds) ?? 0);
      app.countSpoken(typeof user === 'string' ? user : null, seconds);
    });
    app.addHook('onClose', async () => reports?.close());
  },
  { name: 'users', dependencies: ['metrics'] },
);

export interface UsageOptions {
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
  readonly #seconds = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  #round = Promise.resolve();

  constructor(
    private readonly options: UsageOptions,
    private readonly log: EngineLogger,
  ) {
    this.#timer = setInterval(() => this.#begin(), options.intervalMs ?? MINUTE_MS).unref();
  }

  add(user: string, seconds: number): void {
    const sum = (this.#seconds.get(user) ?? 0) + seconds;
    if (sum <= 0) this.#seconds.delete(user);
    else if (ACCOUNT.test(user)) this.#seconds.set(user, sum);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#begin();
    await this.#round;
  }

  #begin(): void {
    this.#round = this.#round
      .then(() => this.#report())
      .catch((error: unknown) => this.log.warn({ reason: String(error) }, 'usage not reported'));
  }

  /** @throws {Error} when the accounts service does not take it */
  async #report(): Promise<void> {
    while (this.#seconds.size > 0) {
      const part = [...this.#seconds].slice(0, MAX_ENTRIES);
      await this.#send(part.map(([user_id, seconds]) => ({ user_id, seconds })));
      for (const [user, seconds] of part) this.add(user, -seconds);
    }
  }

  async #send(usage: readonly { user_id: string; seconds: number }[]): Promise<void> {
    const { url, token } = this.options;
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
