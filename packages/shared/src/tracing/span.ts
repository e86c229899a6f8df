import { type Attributes, type Span, SpanStatusCode, trace } from '@opentelemetry/api';

/** The instrumentation scope of all spans. */
export const TRACER_NAME = 'ownvoice';

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
