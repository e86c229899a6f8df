import { setTimeout as after } from 'node:timers/promises';
import { machine } from './report/machine.js';
import { answerHelp } from './report/usage.js';
import { measureFairness } from './speech/fairness.js';
import { measureMemory } from './speech/memory.js';
import { quantile, type SpeechService, speak, startSpeechService } from './speech/service.js';

answerHelp(`usage: npm run bench -- speech-load [load|fairness|memory] [OPTION...]

The speech service under load, a part of it or all:
  load      throughput, latency, refusals, and memory after 1,000 requests with 100 disconnected clients
  fairness  a sentence alone, and during texts of 10,000 characters
  memory    of the service: idle, after long answers, and at its peak during ten of the longest requests
The options are the speech service's. SPEECH_ORIGIN names a service that is already running. Minutes with the built-in voice.`);

const REQUESTS = 1_000;
const DISCONNECTS = 100;
const CLIENTS = 8;
const BURST = 100;
const HEALTH_EVERY_MS = 20;

const sentence = (index: number) => `Request number ${index} is spoken while others wait for their turn.`;
const milliseconds = (seconds: number) => `${Math.round(seconds * 1000)} ms`;
const megabytes = ({ service, engine }: ReturnType<SpeechService['memory']>) =>
  `service ${service.toFixed(0)} MB, engine ${engine.toFixed(0)} MB`;

/** Polls /health until the returned function is called, which resolves to the latencies in seconds. */
function watchHealth(origin: string) {
  const waits: number[] = [];
  let running = true;
  const done = (async () => {
    while (running) {
      const start = performance.now();
      const answer = await fetch(`${origin}/health`);
      await answer.arrayBuffer();
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
  const answers: Awaited<ReturnType<typeof speak>>[] = [];
  let disconnected = 0;
  let next = from;
  const client = async () => {
    while (next < to) {
      const index = next++;
      const disconnects = disconnectEvery > 0 && index % disconnectEvery === 0;
      const connection = new AbortController();
      const answer = speak(origin, { input: sentence(index).repeat(disconnects ? 40 : 1) }, connection.signal);
      if (!disconnects) {
        answers.push(await answer);
        continue;
      }
      setTimeout(() => connection.abort(), 50);
      await answer.catch(() => disconnected++);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return { answers, disconnected, seconds: (performance.now() - start) / 1000 };
}

/** Throughput, latency, refusals and memory of many short requests. */
async function measureLoad(service: SpeechService): Promise<void> {
  const first = await run(service.origin, 0, REQUESTS / 10, 0);
  const before = service.memory();
  console.log(`after the first ${REQUESTS / 10} requests   ${megabytes(before)}`);

  const stopWatching = watchHealth(service.origin);
  const rest = await run(service.origin, REQUESTS / 10, REQUESTS, Math.floor((REQUESTS * 0.9) / DISCONNECTS));
  const health = await stopWatching();
  const latencies = [...first.answers, ...rest.answers].map((answer) => answer.seconds);
  const audio = rest.answers.reduce((sum, answer) => sum + answer.audioSeconds, 0);
  const failed = rest.answers.filter((answer) => answer.status !== 200).length;
  console.log(
    `${CLIENTS} clients: ${(rest.answers.length / rest.seconds).toFixed(1)} requests a second, ${(audio / rest.seconds).toFixed(1)} seconds of speech a second`,
  );
  console.log(
    `  p50 ${milliseconds(quantile(latencies, 0.5))}, p95 ${milliseconds(quantile(latencies, 0.95))}; failed: ${failed}; disconnected: ${rest.disconnected}`,
  );
  console.log(
    `  /health meanwhile: p50 ${milliseconds(quantile(health, 0.5))}, p95 ${milliseconds(quantile(health, 0.95))}, maximum ${milliseconds(Math.max(...health))}`,
  );
  const afterwards = service.memory();
  const growth = (afterwards.service + afterwards.engine) / (before.service + before.engine) - 1;
  console.log(`after all ${REQUESTS} requests      ${megabytes(afterwards)}: ${(growth * 100).toFixed(1)} % more`);

  const stopWatchingBurst = watchHealth(service.origin);
  const burst = await Promise.all(
    Array.from({ length: BURST }, (_, index) => speak(service.origin, { input: sentence(index) })),
  );
  const burstHealth = await stopWatchingBurst();
  const spoken = burst.filter((answer) => answer.status === 200);
  const refused = burst.filter((answer) => answer.status === 429);
  console.log(
    `${BURST} clients at once: ${spoken.length} spoken (p95 ${milliseconds(
      quantile(
        spoken.map((answer) => answer.seconds),
        0.95,
      ),
    )}), ${refused.length} refused with 429 (p95 ${milliseconds(
      quantile(
        refused.map((answer) => answer.seconds),
        0.95,
      ),
    )})`,
  );
  console.log(`  /health meanwhile: p95 ${milliseconds(quantile(burstHealth, 0.95))}`);
}

const PARTS = { load: measureLoad, fairness: measureFairness, memory: measureMemory } as const;
const [first = '', ...rest] = process.argv.slice(2);
const part = Object.entries(PARTS).find(([name]) => name === first);
console.log(machine());
for (const [name, measure] of part ? [part] : Object.entries(PARTS)) {
  // A service for each part: memory that one has taken would count for the next.
  const service = await startSpeechService(part ? rest : process.argv.slice(2));
  console.log(`\n${name}`);
  await measure(service);
  await service.stop();
}
