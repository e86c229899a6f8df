import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { TObject } from 'typebox';
import type { BrokenRule } from '../contract/broken-rules.js';
import { ApiError } from '../errors/api-error.js';
import { readBody } from './read-body.js';
import { parseStrictJson, textFaults } from './strict-json.js';

/** Whether a body may be left out, because no field of it is required: the handler gets an empty object. */
export function isOptionalBody(schema: unknown): boolean {
  const { type, required = [], minProperties = 0 } = Object(schema) as Partial<TObject & { minProperties: number }>;
  return type === 'object' && required.length === 0 && minProperties === 0;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The most keys and entries of a body, where a thousand are too few. */
    maxEntries?: number;
  }
  interface FastifyRequest {
    /** What is wrong with the texts of the body; `null` where they are kept. */
    textFaults: readonly BrokenRule[] | null;
  }
}

/**
 * What happens to NUL characters and lone surrogates: `reject` where texts are stored, because databases reject them;
 * `keep` where they are sanitized later.
 */
export type TextPolicy = 'reject' | 'keep';

export interface JsonBodiesOptions {
  /** In each such time a body must bring 10 KiB, in ms. */
  readonly windowMs?: number | undefined;
  readonly texts?: TextPolicy | undefined;
}

/**
 * Strict JSON and no other content type. Faulty texts are rejected after the validation, whose error names them too, so
 * that one response names every broken rule.
 */
export const jsonBodies = fp<JsonBodiesOptions>(
  async (app: FastifyInstance, { windowMs, texts = 'reject' }) => {
    app.decorateRequest('textFaults', null);
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
      const { bodyLimit, config } = request.routeOptions;
      const body = parseStrictJson(await readBody(payload, bodyLimit, windowMs), config.maxEntries);
      if (texts === 'reject') request.textFaults = textFaults(body);
      return body;
    });
    app.addHook('preValidation', async (request) => {
      // Left out, with or without a content type; `null` is a body.
      if (request.body === undefined && isOptionalBody(request.routeOptions.schema?.body)) request.body = {};
    });
    app.addHook('preHandler', async ({ textFaults: faults }) => {
      if (faults !== null && faults.length > 0) throw ApiError.invalid(faults);
    });
  },
  { name: 'json-bodies' },
);
