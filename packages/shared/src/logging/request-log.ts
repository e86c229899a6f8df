import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { pathOf } from './path-of.js';

/** Logs one line per finished request instead of Fastify's two, with everything in it. */
export class RequestLog extends LogController {
  readonly #fieldsOf: (request: FastifyRequest) => object;

  /** @param fieldsOf what a service adds to the line of a request */
  constructor(fieldsOf: (request: FastifyRequest) => object = () => ({})) {
    super({ requestIdLogLabel: 'request_id' });
    this.#fieldsOf = fieldsOf;
  }

  override incomingRequest(): void {}

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply): void {
    const fields = {
      method: request.method,
      path: pathOf(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ip: request.ip,
      ...this.#fieldsOf(request),
    };
    if (error) reply.log.error({ ...fields, err: error }, 'request errored');
    else reply.log.info(fields, 'request completed');
  }
}
