import { createServer } from 'node:http';
import { gunzipSync } from 'node:zlib';

export interface CollectedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
}

export interface SpanCollector {
  readonly spans: readonly CollectedSpan[];
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly endpoint: string;
  close(): void;
}

/** An OTLP collector on the loopback that keeps the spans it is sent as JSON. */
export async function collectSpans(): Promise<SpanCollector> {
  const spans: CollectedSpan[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
    const { resourceSpans } = JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: CollectedSpan[] }[] }[] };
    spans.push(...resourceSpans.flatMap((r) => r.scopeSpans).flatMap((s) => s.spans));
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { spans, endpoint: `http://127.0.0.1:${port}`, close: () => void server.close() };
}
