import type { IncomingHttpHeaders } from 'node:http';
import type { ErrorBody } from '@ownvoice/shared';
import fp from 'fastify-plugin';
import { REFUSAL_PAGE_POLICY, refusalPage } from './refusal-page.js';
import { wantsJson } from './wants-json.js';

/**
 * Whether a browser goes to this address to show what it finds there. Beside asking for a page it says so itself: by
 * fetch metadata over HTTPS and to loopback, and by its wish for HTTPS elsewhere. A program that merely lists
 * `text/html` among what it takes reads the one error body as everywhere else.
 * @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-mode-header
 * @see https://www.w3.org/TR/upgrade-insecure-requests/#preference
 */
export function isNavigation(headers: IncomingHttpHeaders): boolean {
  const { accept = '' } = headers;
  const goes = headers['sec-fetch-mode'] === 'navigate' || headers['upgrade-insecure-requests'] === '1';
  return goes && /\btext\/html\b/i.test(accept) && !wantsJson(accept);
}

interface DeclaredError {
  readonly description?: string;
}

/** The one error body, and the same as a page. */
const declared = (schema: DeclaredError) => ({
  description: schema.description ?? '',
  content: { 'application/json': { schema }, 'text/html': { schema: { type: 'string' } } },
});

/**
 * Shows refusals to people: the routes of single sign-on are the only ones that browsers are sent to by another site,
 * with nobody there to read JSON. The status stays what it is.
 */
export const refusalsInBrowsers = fp(
  async (app) => {
    app.addHook('onRoute', (route) => {
      const responses = Object.entries((route.schema?.response ?? {}) as Record<string, DeclaredError>);
      route.schema = {
        ...route.schema,
        response: Object.fromEntries(
          responses.map(([status, schema]) => [status, Number(status) >= 400 ? declared(schema) : schema]),
        ),
      };
    });
    app.addHook('onSend', async (request, reply, payload) => {
      if (reply.statusCode < 400 || typeof payload !== 'string' || !isNavigation(request.headers)) return payload;
      reply.type('text/html; charset=utf-8').header('content-security-policy', REFUSAL_PAGE_POLICY);
      return refusalPage((JSON.parse(payload) as ErrorBody).error);
    });
  },
  { name: 'refusals-in-browsers' },
);
