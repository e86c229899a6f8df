import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { TRACER_NAME } from './span.js';

/**
 * One server span for each request, named by its route's pattern, continuing the caller's trace.
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/
 */
export const requestSpans = fp(
  async (app: FastifyInstance) => {
    const spans = new WeakMap<FastifyRequest, Span>();
    app.addHook('onRequest', (request, reply, done) => {
      const route = request.routeOptions.url ?? 'unknown';
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
