import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import helmet from 'helmet';
import { SECOND_FACTOR_HEADER } from '../contract/auth/second-factor.js';
import { SPEECH_HEADERS } from '../contract/speech-limits.js';

export interface SecurityOptions {
  /** Origins that may call from a browser; `true` allows every origin (development only), `[]` none. */
  corsOrigins: string[] | true;
  /** Whether users reach the service by HTTPS: browsers are told to use nothing else. */
  https: boolean;
}

/**
 * The headers that helmet sets, computed once: they do not depend on the request, and assembling the policy for each one
 * costs as much as a database query.
 */
function helmetHeaders({ https }: SecurityOptions): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: (name: string) => {
      delete headers[name.toLowerCase()];
    },
  };
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
  setHeaders({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}

/**
 * Security headers and CORS. Tokens are sent in the `Authorization` header, never in a cookie, so CORS allows no
 * credentials.
 * @see https://cheatsheetseries.owasp.org/cheatsheets/HTTP_Headers_Cheat_Sheet.html
 */
export const security = fp(
  async (app: FastifyInstance, options: SecurityOptions) => {
    const headers = helmetHeaders(options);
    app.addHook('onRequest', (request, reply, done) => {
      reply.headers(headers);
      const { origin, 'access-control-request-method': method } = request.headers;
      // OPTIONS is CORS only as a preflight request; no route has the method otherwise.
      if (request.method === 'OPTIONS' && (origin === undefined || method === undefined)) reply.callNotFound();
      else done();
    });
    await app.register(cors, {
      origin: options.corsOrigins,
      credentials: false,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
      // Those that the browser asks for: clients of speech APIs send keys and names of their own, and none is a credential of ours.
      exposedHeaders: [
        'x-request-id',
        'retry-after',
        'server-timing',
        SECOND_FACTOR_HEADER,
        ...Object.values(SPEECH_HEADERS),
      ],
    });
    app.addHook('onSend', (_request, reply, payload, done) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
      done(null, payload);
    });
  },
  { name: 'security' },
);

/**
 * Whether a browser sent this request for a page of another site than the service's own or one of `CORS_ORIGIN`.
 *
 * CORS does not keep such a page from sending a form, and the service asks nobody for credentials. Scripts cannot set
 * `Sec-Fetch-Site`, which browsers send to loopback and by HTTPS; elsewhere the names in `Origin` and `Host` decide.
 * @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header
 */
export function isCrossSite(headers: IncomingHttpHeaders, allowed: SecurityOptions['corsOrigins']): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (origin !== undefined && allowed !== true && allowed.includes(origin)) return false;
  if (site !== undefined) return site === 'cross-site';
  return origin !== undefined && nameOf(origin) !== nameOf(`http://${host}`);
}

function nameOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).hostname : undefined;
}
