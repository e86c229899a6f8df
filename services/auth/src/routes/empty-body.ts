import type { FastifyRequest } from 'fastify';

/** For a route whose whole body may be left out, with or without a content type; `null` is a body. */
export async function emptyBody(request: FastifyRequest): Promise<void> {
  if (request.body === undefined) request.body = {};
}
