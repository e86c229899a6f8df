import { type Attributes, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

/** The instrumentation scope of all spans. */
const TRACER_NAME = 'ownvoice';

/**
 * Runs `work` in a span that ends when it settles and records its failure.
 * @param name a few words of low cardinality, such as `chunk` or `queue wait`
 */
export async function inSpan<T>(name: string, attributes: Attributes, work: (span: Span) => Promise<T>): Promise<T> {
  return await trace.getTracer(TRACER_NAME).startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.recordException(error instanceof Error ? error : new Error(String(error)));
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Asked every few seconds by machines. */
const PROBES = new Set(['/health', '/ready', '/metrics']);

/**
 * One server span for each request but probes, named by its route's pattern, continuing the caller's trace.
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/
 */
export const requestSpans = fp(
  async (app: FastifyInstance) => {
    const spans = new WeakMap<FastifyRequest, Span>();
    app.addHook('onRequest', (request, reply, done) => {
      const route = request.routeOptions.url ?? 'unknown';
      if (PROBES.has(route)) return done();
      const parent = propagation.extract(context.active(), request.headers);
      const span = trace.getTracer(TRACER_NAME).startSpan(
        `${request.method} ${route}`,
        {
          kind: SpanKind.SERVER,
          attributes: { 'http.request.method': request.method, 'http.route': route, 'request.id': request.id },
        },
        parent,
      );
      spans.set(request, span);
      request.log = reply.log = request.log.child({ trace_id: span.spanContext().traceId });
      context.with(trace.setSpan(parent, span), done);
    });
    app.addHook('onResponse', (request, reply, done) => {
      const span = spans.get(request);
      span?.setAttribute('http.response.status_code', reply.statusCode);
      if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
      done();
    });
    app.addHook('onRequestAbort', (request, done) => {
      spans.get(request)?.setAttribute('request.aborted', true).end();
      done();
    });
  },
  { name: 'request-spans' },
);

/**
 * Exports spans by OTLP over HTTP. Without an endpoint no SDK is loaded and spans are no-ops.
 *
 * @param serviceName `service.name` of the resource
 * @param endpoint the collector's base address; `undefined` turns tracing off. Further standard variables (`OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_SERVICE_NAME` …) are read by the exporter itself.
 * @returns stops tracing after sending the pending spans
 * @see https://opentelemetry.io/docs/languages/sdk-configuration/otlp-exporter/
 */
export async function startTracing(
  serviceName: string,
  version: string,
  endpoint: string | undefined,
): Promise<() => Promise<void>> {
  if (endpoint === undefined) return async () => undefined;
  const [{ OTLPTraceExporter }, sdk, resources, hooks, core] = await Promise.all([
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
  ]);
  const exporter = new OTLPTraceExporter({ url: new URL('v1/traces', endpoint.replace(/\/?$/, '/')).href });
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return async () => {
    await provider.shutdown();
    trace.disable();
    context.disable();
    propagation.disable();
  };
}
