import { context, propagation, trace } from '@opentelemetry/api';

/** Stops tracing after sending the pending spans. */
export type StopTracing = () => Promise<void>;

/**
 * Exports spans by OTLP over HTTP. Without an endpoint no SDK is loaded and spans are no-ops.
 *
 * @param serviceName `service.name` of the resource
 * @param endpoint the collector's base address, as in `OTEL_EXPORTER_OTLP_ENDPOINT`; `undefined` turns tracing off.
 *   Further standard variables (`OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_SERVICE_NAME` …) are read by the exporter itself.
 * @see https://opentelemetry.io/docs/languages/sdk-configuration/otlp-exporter/
 */
export async function startTracing(
  serviceName: string,
  version: string,
  endpoint: string | undefined,
): Promise<StopTracing> {
  if (!endpoint) return async () => undefined;
  const [{ OTLPTraceExporter }, { BatchSpanProcessor, TracerProvider }, resources, hooks, core] = await Promise.all([
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
  ]);
  const exporter = new OTLPTraceExporter({ url: new URL('v1/traces', endpoint.replace(/\/?$/, '/')).href });
  const provider = new TracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
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
