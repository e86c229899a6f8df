import type { Job } from '@ownvoice/shared/contract';
import type { Running } from '../harness/program.js';
import { median } from '../harness/report.js';
import { speak } from './service.js';

const ROUNDS = 7;
const PAIRS = 10;
/** With a seed, so that it is as long each time. */
const SENTENCE = { input: 'The kettle is on, and the tea is ready.', language: 'en', seed: 3 };
const PARAGRAPH =
  'The harbour wakes before the town does. Boats come in with the tide, and the first nets are on the quay by six. ';
const LONG = { input: PARAGRAPH.repeat(100).slice(0, 10_000), language: 'en' };

/** The wait for a sentence, in seconds. */
async function wait(origin: string): Promise<number> {
  const answer = await speak(origin, SENTENCE);
  if (answer.status !== 200) throw new Error(`A sentence got ${answer.status}.`);
  return answer.seconds;
}

/** Prints how long a sentence takes alone, during long texts that are being spoken, and during a narration. */
export async function measureFairness({ origin }: Running): Promise<void> {
  await speak(origin, SENTENCE);
  for (const texts of [0, 1, 4]) {
    const clients = new AbortController();
    const others = Array.from({ length: texts }, () => speak(origin, LONG, clients.signal).catch(() => undefined));
    if (texts > 0) await untilRunning(origin, texts);
    const seconds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) seconds.push(await wait(origin));
    clients.abort();
    await Promise.all(others);
    const [middle, longest] = [median(seconds), Math.max(...seconds)].map((value) => value.toFixed(2));
    console.log(`a sentence during ${texts} texts of 10,000 characters: median ${middle} s, longest ${longest} s`);
  }
  const health = (await (await fetch(`${origin}/health`)).json()) as { jobs?: true };
  if (health.jobs) await measureNarration(`${origin}/v1/audio/jobs`, origin);
}

/** Pairs of a sentence alone and one while a narration is being spoken. */
async function measureNarration(jobs: string, origin: string): Promise<void> {
  const ask = async (path: string, method = 'GET', body: string | null = null) => {
    const response = await fetch(jobs + path, { method, headers: { 'content-type': 'application/json' }, body });
    return (await response.json().catch(() => undefined)) as Job;
  };
  const { id } = await ask('', 'POST', JSON.stringify({ ...LONG, input: LONG.input.repeat(10) }));
  const ratios: number[] = [];
  while (ratios.length < PAIRS) {
    const { chunks } = await ask(`/${id}/pause`, 'POST');
    const alone = await wait(origin);
    await ask(`/${id}/resume`, 'POST');
    while ((await ask(`/${id}`)).chunks.done === chunks.done);
    ratios.push((await wait(origin)) / alone);
  }
  await ask(`/${id}`, 'DELETE');
  const [middle, longest] = [median(ratios), Math.max(...ratios)].map((value) => value.toFixed(2));
  console.log(
    `a sentence during a narration: ${middle} of its time alone (median of ${PAIRS} pairs), at most ${longest}`,
  );
}

async function untilRunning(origin: string, requests: number): Promise<void> {
  for (;;) {
    const { queue } = (await (await fetch(`${origin}/health`)).json()) as { queue: { running: number } };
    if (queue.running >= requests) return;
  }
}
