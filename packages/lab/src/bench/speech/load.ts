import { setTimeout as after } from 'node:timers/promises';
import type { Running } from '../harness/program.js';
import { quantile } from '../harness/report.js';
import { type SpeechResponse, speak } from './service.js';

const REQUESTS = 1_000;
const DISCONNECTS = 100;
const CLIENTS = 8;
const BURST = 100;
const HEALTH_EVERY_MS = 20;

const sentence = (index: number) => `Request number ${index} is spoken while others wait for their turn.`;
const milliseconds = (values: readonly number[], share: number) => `${Math.round(quantile(values, share) * 1000)} ms`;
const waitsOf = (responses: readonly SpeechResponse[]) => responses.map(({ seconds }) => seconds);
const withStatus = (responses: readonly SpeechResponse[], wanted: number) =>
  responses.filter(({ status }) => status === wanted);

/** Prints throughput, latency, refusals and memory of many short requests. */
export async function measureLoad({ origin, memory }: Running): Promise<void> {
  const first = await run(origin, 0, REQUESTS / 10, 0);
  const before = memory();
  printMemory(`the first ${REQUESTS / 10}`, before);

  const stopWatching = watchHealth(origin);
  const rest = await run(origin, REQUESTS / 10, REQUESTS, Math.floor((REQUESTS * 0.9) / DISCONNECTS));
  const health = await stopWatching();
  const waits = waitsOf([...first.responses, ...rest.responses]);
  const audio = rest.responses.reduce((sum, { audioSeconds }) => sum + audioSeconds, 0);
  const failed = rest.responses.length - withStatus(rest.responses, 200).length;
  const [requests, speech] = [rest.responses.length, audio].map((count) => (count / rest.seconds).toFixed(1));
  console.log(`${CLIENTS} clients: ${requests} requests a second, ${speech} seconds of speech a second`);
  console.log(`  p50 ${milliseconds(waits, 0.5)}, p95 ${milliseconds(waits, 0.95)}`);
  console.log(`  failed: ${failed}; disconnected: ${rest.disconnected}`);
  const [p50, p95, most] = [0.5, 0.95, 1].map((share) => milliseconds(health, share));
  console.log(`  /health meanwhile: p50 ${p50}, p95 ${p95}, maximum ${most}`);
  const afterwards = memory();
  const growth = (afterwards.service + afterwards.engine) / (before.service + before.engine) - 1;
  printMemory(`all ${REQUESTS}`, afterwards);
  console.log(`  ${(growth * 100).toFixed(1)} % more than after the first`);

  const stopWatchingBurst = watchHealth(origin);
  const burst = await Promise.all(
    Array.from({ length: BURST }, (_, index) => speak(origin, { input: sentence(index) })),
  );
  const burstHealth = await stopWatchingBurst();
  const [spoken, refused] = [withStatus(burst, 200), withStatus(burst, 429)];
  console.log(`${BURST} clients at once: ${spoken.length} spoken, ${refused.length} refused with 429`);
  console.log(`  p95 ${milliseconds(waitsOf(spoken), 0.95)} spoken, ${milliseconds(waitsOf(refused), 0.95)} refused`);
  console.log(`  /health meanwhile: p95 ${milliseconds(burstHealth, 0.95)}`);
}

function printMemory(requests: string, { service, engine }: ReturnType<Running['memory']>): void {
  console.log(`after ${requests} requests: service ${service.toFixed(0)} MB, engine ${engine.toFixed(0)} MB`);
}

/** Polls /health until the returned function is called, which resolves to the latencies in seconds. */
function watchHealth(origin: string) {
  const waits: number[] = [];
  let running = true;
  const done = (async () => {
    while (running) {
      const start = performance.now();
      const response = await fetch(`${origin}/health`);
      await response.arrayBuffer();
      waits.push((performance.now() - start) / 1000);
      await after(HEALTH_EVERY_MS);
    }
  })();
  return async () => {
    running = false;
    await done;
    return waits;
  };
}

/** Runs requests `from` to `to` with a fixed number of clients; the client of every `disconnectEvery`-th disconnects early. */
async function run(origin: string, from: number, to: number, disconnectEvery: number) {
  const responses: SpeechResponse[] = [];
  let disconnected = 0;
  let next = from;
  const client = async () => {
    while (next < to) {
      const index = next++;
      const disconnects = disconnectEvery > 0 && index % disconnectEvery === 0;
      const connection = new AbortController();
      const response = speak(origin, { input: sentence(index).repeat(disconnects ? 40 : 1) }, connection.signal);
      if (!disconnects) {
        responses.push(await response);
        continue;
      }
      setTimeout(() => connection.abort(), 50);
      await response.catch(() => disconnected++);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return { responses, disconnected, seconds: (performance.now() - start) / 1000 };
}
