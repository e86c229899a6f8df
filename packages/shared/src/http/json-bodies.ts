import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError } from '../errors/api-error.js';
import { readBody } from './read-body.js';
import { parseStrictJson, textFaults } from './strict-json.js';
import { MAX_DETAILS } from './validation-details.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** What is wrong with the texts of the body, one sentence each; `null` where they are kept. */
    textFaults: readonly string[] | null;
  }
}

/**
 * What happens to NUL characters and lone surrogates: `refuse` where texts are stored, because databases refuse them;
 * `keep` where they are sanitised later.
 */
export type TextPolicy = 'refuse' | 'keep';

export interface JsonBodiesOptions {
  /** In bytes. */
  readonly limit: number;
  /** In each such time a body must bring 10 KiB, in ms. */
  readonly windowMs?: number | undefined;
  readonly texts?: TextPolicy | undefined;
}

/**
 * Strict JSON and no other content type. Faulty texts are refused after the validation, whose error names them too, so
 * that one response names every broken rule.
 */
export const jsonBodies = fp<JsonBodiesOptions>(
  async (app: FastifyInstance, { limit, windowMs, texts = 'refuse' }) => {
    app.decorateRequest('textFaults', null);
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
      const body = parseStrictJson(await readBody(payload, limit, windowMs));
      if (texts === 'refuse') request.textFaults = textFaults(body).slice(0, MAX_DETAILS);
      return body;
    });
    app.addHook('preHandler', async ({ textFaults: faults }) => {
      if (faults !== null && faults.length > 0) throw ApiError.invalid(faults);
    });
  },
  { name: 'json-bodies' },
);
