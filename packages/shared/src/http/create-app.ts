import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify';
import type { DestinationStream } from 'pino';
import { ErrorBody, objectErrorSchema } from '../contract/error.js';
import type { ErrorShape } from '../contract/models.js';
import { commonError } from '../errors/api-error.js';
import { type LogLevel, logOptions, type ServiceIdentity } from '../logging/index.js';
import { clientLeftLog, RequestLog, requestIdOf } from '../logging/request-log.js';
import { requestSpans } from '../tracing.js';
import { trusts } from './client-address.js';
import { clientErrorHandler, hostAndExpect, rejectTunnels } from './client-error.js';
import { type DocsOptions, docs, openApi } from './docs.js';
import { errorHandler } from './error-handler.js';
import { gracefulShutdown } from './graceful-shutdown.js';
import { type HealthOptions, health } from './health.js';
import { jsonBodies, type TextPolicy } from './json-bodies.js';
import { metrics } from './metrics.js';
import { earlyRejections } from './read-body.js';
import { RouteTable } from './route-table.js';
import { type SecurityOptions, security } from './security.js';
import { maxBytesKeyword } from './validation-details.js';

export interface AppOptions {
  /** In each log line, and in the metrics. */
  service: ServiceIdentity;
  docs: DocsOptions;
  health: HealthOptions;
  security: SecurityOptions;
  /** Whether a 500 may reveal its cause. */
  development: boolean;
  logLevel: LogLevel;
  /** Standard output when absent. */
  logStream?: DestinationStream | undefined;
  /** Addresses and networks (CIDR) whose `X-Forwarded-For` is trusted; none when absent. */
  trustProxy?: string[] | undefined;
  /** How the errors of an address are written: `string` when absent. */
  errorShapeOf?: ((url: string) => ErrorShape) | undefined;
  /** In each such time a body must bring 10 KiB, in ms; 10 seconds when absent. */
  bodyWindowMs?: number | undefined;
  /** What happens to NUL characters and lone surrogates in a body; rejected when absent. */
  textPolicy?: TextPolicy | undefined;
  /** Whether requests become spans; see `startTracing`. */
  tracing?: boolean | undefined;
}

/** A Fastify server whose handlers are typed by the TypeBox schemas of their routes. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

const MIB = 1024 * 1024;
/** Large enough for an oversized `Authorization` header to get the route's own 401. */
const MAX_HEADER_BYTES = 128 * 1024;
/** A client must send its headers in this time, so that slow clients hold no connections. */
const HEADERS_TIMEOUT_MS = 20_000;
const SLOW_CLIENTS_CHECK_MS = 5_000;

/** Declared responses whose errors are objects. */
const inObjectShape = (responses: object) =>
  Object.fromEntries(
    Object.entries(responses).map(([status, schema]) => [
      status,
      Number(status) < 400 ? schema : objectErrorSchema(schema),
    ]),
  );

/** Whether the escapes of a query are UTF-8; the parser would hand out any other as it is. */
function hasWellFormedQuery(url: string): boolean {
  try {
    decodeURIComponent(url.slice(url.indexOf('?') + 1));
    return true;
  } catch {
    return false;
  }
}

/**
 * The base of both services: the one error body for every rejection, request ids, JSON lines, security headers,
 * CORS, `/health`, `/ready`, `/metrics`, `/docs`, `/openapi.json`, 404 and 405, strict JSON bodies. It never listens.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const routes = new RouteTable();
  const requestLog = new RequestLog();
  const app = fastify({
    logger: logOptions(options.service, options.logLevel, options.logStream),
    genReqId: requestIdOf,
    logController: requestLog,
    trustProxy: options.trustProxy && options.trustProxy.length > 0 ? trusts(options.trustProxy) : false,
    bodyLimit: MIB,
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: SLOW_CLIENTS_CHECK_MS,
      requireHostHeader: false,
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
    forceCloseConnections: 'idle',
    // Fastify's own 503 has another body; see `gracefulShutdown`.
    return503OnClosing: false,
    requestTimeout: 300_000,
    ajv: {
      customOptions: {
        allErrors: true,
        verbose: true,
        removeAdditional: false,
        coerceTypes: false,
        // Types with null, and patterns beside a type that stands one level up.
        strictTypes: false,
        keywords: [maxBytesKeyword],
      },
    },
    clientErrorHandler: clientErrorHandler(routes),
    frameworkErrors: (error, request, reply) => {
      // An address that is no URL or too long gets past no hook: no headers, and no line in the log.
      reply.headers({
        'x-request-id': request.id,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
      reply.raw.once('finish', () => requestLog.requestCompleted(null, request, reply));
      void errorHandler(options.development, options.errorShapeOf)(error, request, reply);
    },
  }).withTypeProvider<TypeBoxTypeProvider>();

  if (options.tracing) await app.register(requestSpans);
  await app.register(clientLeftLog);
  app.addSchema(ErrorBody);
  app.addHook('onRoute', (route) => {
    routes.add(route.url, route.method);
    if (route.schema?.response && options.errorShapeOf?.(route.url) === 'object')
      route.schema = { ...route.schema, response: inObjectShape(route.schema.response) };
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });

  // A handler responds with the success that its route declares.
  app.addHook('preHandler', async ({ routeOptions: { schema } }, reply) => {
    const [success = ''] = Object.keys((schema?.response as object | undefined) ?? {});
    if (success.startsWith('2')) reply.code(Number(success));
  });
  await app.register(jsonBodies, { windowMs: options.bodyWindowMs, texts: options.textPolicy });
  app.setErrorHandler(errorHandler(options.development, options.errorShapeOf));
  await app.register(security, options.security);
  await app.register(gracefulShutdown);
  await app.register(earlyRejections);
  await app.register(hostAndExpect);
  rejectTunnels(app, routes);
  await app.register(openApi, options.docs);
  await app.register(metrics, options.service);
  const { page } = options.docs;
  if (page !== undefined) await app.register(docs, { page });
  await app.register(health, options.health);
  // Before the body is read: what is wrong with it matters to nobody where there is no route.
  app.addHook('onRequest', async (request) => {
    const { method, url, routeOptions } = request;
    if (request.is404 || routes.isShadowed(method, url, routeOptions.url)) throw routes.rejection(method, url);
    if (!hasWellFormedQuery(url)) throw commonError('invalid_url');
  });
  app.setNotFoundHandler(async (request) => {
    throw routes.rejection(request.method, request.url);
  });
  return app;
}
