import { gzipSync } from 'node:zlib';
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { Type } from 'typebox';
import { errorResponses } from '../contract/error.js';
import { isOptionalBody } from './json-bodies.js';
import { serveBuiltFiles } from './pages.js';

export interface DocsOptions {
  title: string;
  description: string;
  version: string;
  /** The built folder of the interactive page; without it neither the page nor the document is served. */
  page: string | undefined;
  /** In the order of the page; `operations` comes last. A route belongs to the one that its URL has, else to the first. */
  tags: { name: string; description: string }[];
  /** Whether to declare the security scheme `bearer`. */
  bearer: boolean;
}

const OPTIONAL_BODY = 'x-optional-body';

/** The generator declares every body as required. */
function declareOptionalBodies(paths: Readonly<Record<string, object | undefined>>): void {
  for (const operations of Object.values(paths))
    for (const operation of Object.values(operations ?? {}) as Record<string, object>[]) {
      if (OPTIONAL_BODY in operation) Object.assign(operation.requestBody ?? {}, { required: false });
      delete operation[OPTIONAL_BODY];
    }
}

/** The page's route belongs to a library that hides it from the document. */
const PAGE_SCHEMA = {
  tags: ['operations'],
  summary: 'This reference as a page',
  security: [],
  response: { 200: { description: 'An HTML page.', content: { 'text/html': { schema: Type.String() } } } },
};
const DOCUMENT_SCHEMA = {
  tags: ['operations'],
  summary: 'This reference as an OpenAPI 3.1 document',
  security: [],
  response: {
    200: Type.Object(
      { openapi: Type.String(), info: Type.Unknown(), paths: Type.Unknown() },
      { additionalProperties: true, description: 'The document.' },
    ),
  },
};

/** What every route of the API can respond with, also because the service is stopping. */
const FAULTS = errorResponses(500, 503);

/** Collects the routes that are added after it into the OpenAPI document. */
export const openApi = fp(
  async (app: FastifyInstance, options: DocsOptions) => {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: options.title,
          description: options.description,
          version: options.version,
          license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
        },
        tags: [...options.tags, { name: 'operations', description: 'Health, readiness, metrics and this reference' }],
        ...(options.bearer && {
          components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
        }),
      },
      transform: ({ schema, url }) => {
        if (url === '/docs/') return { schema: PAGE_SCHEMA, url: '/docs' };
        if (schema === undefined || schema.tags?.includes('operations')) return { schema, url };
        const tag = options.tags.find(({ name }) => url.split('/').includes(name)) ?? options.tags[0];
        const response = { ...FAULTS, ...(schema.response as object) };
        const security = options.bearer ? schema.security : [];
        const optional = isOptionalBody(schema.body) && { [OPTIONAL_BODY]: true };
        const operation = { ...schema, ...optional, tags: [tag?.name ?? ''], response };
        return { schema: { ...operation, ...(security && { security }) }, url };
      },
      transformObject: (document) => {
        if (!('openapiObject' in document)) return document.swaggerObject;
        declareOptionalBodies(document.openapiObject.paths ?? {});
        // Every GET has it; the library that serves the page lists it.
        delete document.openapiObject.paths?.['/docs']?.head;
        return document.openapiObject;
      },
      refResolver: { buildLocalReference: (json, _base, _fragment, i) => String(json.$id ?? `schema-${i}`) },
    });
  },
  { name: 'open-api' },
);

/** Serves the document at `/openapi.json` and as an interactive page at `/docs`. */
export const docs = fp(
  async (app: FastifyInstance, { page }: { readonly page: string }) => {
    await app.register(async (files) => {
      // The page's files are beside `/docs`, below whatever prefix a gateway has it.
      files.addHook('onRequest', async (request, reply) => {
        if (request.url === '/docs/') return reply.redirect('../docs', 308);
      });
      await serveBuiltFiles(files, page, '/docs');
    });
    let compressed: Buffer | undefined;
    app.get('/openapi.json', { logLevel: 'warn', schema: DOCUMENT_SCHEMA }, async (request, reply) => {
      reply.header('vary', 'accept-encoding');
      if (!/\bgzip\b(?!;q=0(?:\.0*)?(?:,|$))/.test(request.headers['accept-encoding'] ?? '')) return app.swagger();
      compressed ??= gzipSync(JSON.stringify(app.swagger()));
      return reply.type('application/json; charset=utf-8').header('content-encoding', 'gzip').send(compressed);
    });
  },
  { name: 'docs', dependencies: ['open-api'] },
);
