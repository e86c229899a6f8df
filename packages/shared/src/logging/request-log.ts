import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import fp from 'fastify-plugin';
import { pathOf } from './index.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** What its service adds to the log line of the request. */
    logFields: Readonly<Record<string, unknown>> | null;
  }
}

/** The status that proxies log for a client that has left; nobody receives it. */
const CLIENT_CLOSED_REQUEST = 499;

const fieldsOf = (request: FastifyRequest, reply: FastifyReply, status: number) => ({
  method: request.method,
  path: pathOf(request.url),
  status,
  ms: Math.round(reply.elapsedTime * 10) / 10,
  ip: request.ip,
  ...request.logFields,
});

const hasLeft = ({ raw }: FastifyReply): boolean => raw.destroyed && !raw.writableFinished;

/** The status of a response that is over: 499 where the client left before it had all of it. */
export const sentStatus = (reply: FastifyReply): number => (hasLeft(reply) ? CLIENT_CLOSED_REQUEST : reply.statusCode);

/** Lines of one user or address, route and status of a rejection in a minute; after these only the 1,000th, the 10,000th. */
const MAX_REPEATED = 100;
const MINUTE_MS = 60_000;

/**
 * Logs one line per finished request instead of Fastify's two, with everything in it. What a client repeats although it is
 * rejected is not logged for ever, so that it does not fill the disk.
 */
export class RequestLog extends LogController {
  #minute = 0;
  readonly #rejections = new Map<string, number>();

  constructor() {
    super({ requestIdLogLabel: 'request_id' });
  }

  override incomingRequest(): void {}

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply): void {
    if (hasLeft(reply)) return;
    const repeated = this.#repeated(request, reply.statusCode);
    if (repeated > MAX_REPEATED && !Number.isInteger(Math.log10(repeated))) return;
    const fields = { ...fieldsOf(request, reply, reply.statusCode), ...(repeated > MAX_REPEATED && { repeated }) };
    if (error) reply.log.error({ ...fields, err: error }, 'request errored');
    else reply.log.info(fields, 'request completed');
  }

  /** How often a request was rejected in this minute; 0 for any other response. */
  #repeated(request: FastifyRequest, status: number): number {
    if (status < 400 || status >= 500) return 0;
    const minute = Math.floor(Date.now() / MINUTE_MS);
    if (minute !== this.#minute) this.#rejections.clear();
    this.#minute = minute;
    const client = request.logFields?.user_id ?? request.ip;
    const key = `${client} ${request.method} ${request.routeOptions.url} ${status}`;
    const count = (this.#rejections.get(key) ?? 0) + 1;
    this.#rejections.set(key, count);
    return count;
  }
}

/** Logs the one line of a request whose client leaves before it has the whole response: no fault, so no stack. */
export const clientLeftLog = fp(
  async (app: FastifyInstance) => {
    app.decorateRequest('logFields', null);
    app.addHook('onRequest', (request, reply, done) => {
      // Logs, metrics, traces and the work itself each want to know; ten are warned about.
      reply.raw.setMaxListeners(20);
      reply.raw.once('close', () => {
        if (hasLeft(reply)) reply.log.info(fieldsOf(request, reply, CLIENT_CLOSED_REQUEST), 'client left');
      });
      done();
    });
  },
  { name: 'client-left-log' },
);

const SAFE_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** The request's `x-request-id` when it is a short plain token, which can't forge a log line, else a new UUID. */
export function requestIdOf(message: Pick<IncomingMessage, 'headers'>): string {
  const given = message.headers['x-request-id'];
  return typeof given === 'string' && SAFE_ID.test(given) ? given : randomUUID();
}
