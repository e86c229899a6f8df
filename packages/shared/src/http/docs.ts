import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { Type } from 'typebox';

/** Without `upgrade-insecure-requests`, so that the page loads over plain HTTP in a private network. */
const PAGE_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

export interface DocsOptions {
  title: string;
  description: string;
  version: string;
  tags: { name: string; description: string }[];
  /** Whether to declare the security scheme `bearer`. */
  bearer: boolean;
}

/** Marks the body as optional in a route's schema. */
export const OPTIONAL_BODY = { 'x-optional-body': true } as const;

interface Operation {
  requestBody?: { required?: boolean };
  'x-optional-body'?: boolean;
}

/** The generator declares every body as required; this corrects the optional ones. */
function declareOptionalBodies(paths: Readonly<Record<string, object | undefined>>): void {
  for (const operations of Object.values(paths)) {
    for (const operation of Object.values(operations ?? {}) as Operation[]) {
      if (operation['x-optional-body'] !== true) continue;
      delete operation['x-optional-body'];
      if (operation.requestBody) operation.requestBody.required = false;
    }
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
        tags: [{ name: 'operations', description: 'Health, readiness, metrics and this reference' }, ...options.tags],
        ...(options.bearer && {
          components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
        }),
      },
      transform: ({ schema, url }) => ({ schema: url === '/docs' ? PAGE_SCHEMA : schema, url }),
      transformObject: (document) => {
        if (!('openapiObject' in document)) return document.swaggerObject;
        declareOptionalBodies(document.openapiObject.paths ?? {});
        return document.openapiObject;
      },
      refResolver: { buildLocalReference: (json, _base, _fragment, i) => String(json.$id ?? `schema-${i}`) },
    });
  },
  { name: 'open-api' },
);

/** Serves the document at `/openapi.json` and as an interactive page at `/docs`. */
export const docs = fp(
  async (app: FastifyInstance) => {
    await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: PAGE_POLICY, logLevel: 'warn' });
    app.get('/openapi.json', { logLevel: 'warn', schema: DOCUMENT_SCHEMA }, async () => app.swagger());
  },
  { name: 'docs', dependencies: ['open-api'] },
);
