import { expect, test } from 'vitest';
import { createApp } from './http/create-app.js';
import type { TraceSettings } from './settings/index.js';
import { collectSpans } from './testing/span-collector.js';
import { inSpan, startTracing } from './tracing.js';

async function serveTraced(traces: Omit<TraceSettings, 'endpoint'>) {
  const collector = await collectSpans();
  const lines: string[] = [];
  const stop = await startTracing('test', '0.0.0', { endpoint: collector.endpoint, ...traces });
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
  const { app, lines, spans, ended } = await serveTraced({ sampler: 'parentbased_always_on', ratio: 1 });
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

test.each([
  ['traceidratio', 0, []],
  ['always_off', 1, []],
  ['parentbased_always_off', 1, ['POST /things/:id', 'chunk']],
  ['always_on', 0, ['POST /things/:id', 'chunk']],
] as const)('the sampler %s with %d traces no probe, and of a traced request %j', async (sampler, ratio, expected) => {
  const { app, spans, ended } = await serveTraced({ sampler, ratio });
  const headers = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
  for (const url of ['/health', '/ready', '/metrics']) await app.inject({ url, headers });
  await app.inject({ method: 'POST', url: '/things/7', headers, payload: {} });
  await ended();
  expect(spans.map(({ name }) => name).sort()).toEqual(expected);
});
