import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** The page's own: nothing from elsewhere, and plain HTTP stays plain on a private network. */
const PAGE_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

export interface DocsOptions {
  title: string;
  description: string;
  version: string;
  tags: { name: string; description: string }[];
  /** Declared as `bearer` where routes name it in `security`. */
  bearer: boolean;
}

/** Marks, in a route's schema, a body that may be left out altogether. */
export const OPTIONAL_BODY = { 'x-optional-body': true } as const;

interface Operation {
  requestBody?: { required?: boolean };
  'x-optional-body'?: boolean;
}

/** Every body of a route with a schema is called required by the generator; this takes it back where it is not. */
function settleOptionalBodies(paths: Readonly<Record<string, object | undefined>>): void {
  for (const operations of Object.values(paths)) {
    for (const operation of Object.values(operations ?? {}) as Operation[]) {
      if (operation['x-optional-body'] !== true) continue;
      delete operation['x-optional-body'];
      if (operation.requestBody) operation.requestBody.required = false;
    }
  }
}

/** The OpenAPI document at `/openapi.json` and its interactive page at `/docs`. Registered before any route. */
export const docs = fp(
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
        tags: [{ name: 'operations', description: 'Health, readiness and metrics' }, ...options.tags],
        ...(options.bearer && {
          components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
        }),
      },
      transformObject: (document) => {
        if (!('openapiObject' in document)) return document.swaggerObject;
        settleOptionalBodies(document.openapiObject.paths ?? {});
        return document.openapiObject;
      },
      refResolver: { buildLocalReference: (json, _base, _fragment, i) => String(json.$id ?? `schema-${i}`) },
    });
    await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: PAGE_POLICY, logLevel: 'warn' });
    app.get('/openapi.json', { logLevel: 'warn', schema: { hide: true } }, async () => app.swagger());
  },
  { name: 'docs' },
);
