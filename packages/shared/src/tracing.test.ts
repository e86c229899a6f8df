import { expect, test } from 'vitest';
import { createApp } from './http/create-app.js';
import { collectSpans } from './testing/span-collector.js';
import { inSpan, startTracing } from './tracing.js';

async function serveTraced() {
  const collector = await collectSpans();
  const lines: string[] = [];
  const stop = await startTracing('test', '0.0.0', collector.endpoint);
  const app = await createApp({
    service: { name: 'test', version: '0.0.0' },
    docs: { title: 'Test', description: '', version: '0.0.0', page: '', tags: [], bearer: false },
    health: { ready: () => ({ ready: true }) },
    security: { corsOrigins: [], https: false },
    development: false,
    logLevel: 'info',
    logStream: { write: (line: string) => void lines.push(line) },
    tracing: true,
  });
  app.post('/things/:id', async () => inSpan('chunk', { index: 1 }, async () => ({ done: true })));
  const ended = async () => {
    await app.close();
    await stop();
    collector.close();
  };
  return { app, lines, spans: collector.spans, ended };
}

test("a request's spans continue the caller's trace and hold the spans of its work; its log line names the trace", async () => {
  const { app, lines, spans, ended } = await serveTraced();
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  await app.inject({
    method: 'POST',
    url: '/things/7',
    headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    payload: { some: 'body' },
  });
  await ended();

  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ msg: 'request completed', path: '/things/7', trace_id: traceId }),
  );
  const request = spans.find((span) => span.name === 'POST /things/:id');
  const chunk = spans.find((span) => span.name === 'chunk');
  expect(request).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' });
  expect(chunk).toMatchObject({ traceId, parentSpanId: request?.spanId });
});

test('probes are not traced', async () => {
  const { app, spans, ended } = await serveTraced();
  for (const url of ['/health', '/ready', '/metrics']) await app.inject({ url });
  await app.inject({ method: 'POST', url: '/things/7', payload: {} });
  await ended();
  expect(spans.map(({ name }) => name).sort()).toEqual(['POST /things/:id', 'chunk']);
});
