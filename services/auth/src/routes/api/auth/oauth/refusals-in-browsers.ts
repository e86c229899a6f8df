import type { IncomingHttpHeaders } from 'node:http';
import type { ErrorBody } from '@ownvoice/shared';
import { LANGUAGE_COOKIE, type SignInRefusals } from '@ownvoice/shared/contract';
import fp from 'fastify-plugin';
import { REFUSAL_PAGE_POLICY, refusalPage } from './refusal-page.js';
import { refusalTextsFor } from './refusal-texts.js';
import { wantsJson } from './wants-json.js';

/**
 * Whether a browser navigates to this address. Besides accepting a page it sends fetch metadata over HTTPS and to
 * loopback, and `upgrade-insecure-requests` elsewhere. A program that merely accepts `text/html` gets the error body.
 * @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-mode-header
 * @see https://www.w3.org/TR/upgrade-insecure-requests/#preference
 */
export function isNavigation(headers: IncomingHttpHeaders): boolean {
  const { accept = '' } = headers;
  const navigates = headers['sec-fetch-mode'] === 'navigate' || headers['upgrade-insecure-requests'] === '1';
  return navigates && /\btext\/html\b/i.test(accept) && !wantsJson(accept);
}

interface DeclaredError {
  readonly description?: string;
  readonly headers?: object;
}

/** The error body, or a page with its sentence. */
const jsonOrPage = ({ headers, ...schema }: DeclaredError) => ({
  description: schema.description ?? '',
  ...(headers && { headers }),
  content: { 'application/json': { schema }, 'text/html': { schema: { type: 'string' } } },
});

export interface RefusalsInBrowsersOptions {
  readonly texts: SignInRefusals;
}

/**
 * Answers a browser's navigation with a page instead of JSON. Only to the routes of single sign-on does another site
 * send browsers. The status stays the same.
 */
export const refusalsInBrowsers = fp<RefusalsInBrowsersOptions>(
  async (app, { texts }) => {
    app.addHook('onRoute', (route) => {
      const responses = Object.entries((route.schema?.response ?? {}) as Record<string, DeclaredError>);
      route.schema = {
        ...route.schema,
        response: Object.fromEntries(
          responses.map(([status, schema]) => [status, Number(status) >= 400 ? jsonOrPage(schema) : schema]),
        ),
      };
    });
    app.addHook('onSend', async (request, reply, payload) => {
      if (reply.statusCode < 400 || typeof payload !== 'string' || !isNavigation(request.headers)) return payload;
      reply.type('text/html; charset=utf-8').header('content-security-policy', REFUSAL_PAGE_POLICY);
      const choice = { page: request.cookies[LANGUAGE_COOKIE], browser: request.headers['accept-language'] };
      return refusalPage((JSON.parse(payload) as ErrorBody).error, refusalTextsFor(texts, choice));
    });
  },
  { name: 'refusals-in-browsers', dependencies: ['@fastify/cookie'] },
);
