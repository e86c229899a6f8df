import type { Running } from '../harness/program.js';
import { median } from '../harness/report.js';
import { speak } from './service.js';

const ROUNDS = 7;
const SENTENCE = { input: 'The kettle is on, and the tea is ready.', language: 'en' };
const PARAGRAPH =
  'The harbour wakes before the town does. Boats come in with the tide, and the first nets are on the quay by six. ';
const LONG = { input: PARAGRAPH.repeat(100).slice(0, 10_000), language: 'en' };

/** The waits for a sentence, in seconds, one after the other. */
async function waits(origin: string): Promise<number[]> {
  const seconds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const answer = await speak(origin, SENTENCE);
    if (answer.status !== 200) throw new Error(`A sentence got ${answer.status}.`);
    seconds.push(answer.seconds);
  }
  return seconds;
}

/** Prints how long a sentence takes alone, and beside long texts that are being spoken. */
export async function measureFairness({ origin }: Running): Promise<void> {
  await speak(origin, SENTENCE);
  for (const texts of [0, 1, 4]) {
    const clients = new AbortController();
    const others = Array.from({ length: texts }, () => speak(origin, LONG, clients.signal).catch(() => undefined));
    if (texts > 0) await untilRunning(origin, texts);
    const seconds = await waits(origin);
    clients.abort();
    await Promise.all(others);
    const [middle, longest] = [median(seconds), Math.max(...seconds)].map((value) => value.toFixed(2));
    console.log(`a sentence beside ${texts} texts of 10,000 characters: median ${middle} s, longest ${longest} s`);
  }
}

async function untilRunning(origin: string, requests: number): Promise<void> {
  for (;;) {
    const { queue } = (await (await fetch(`${origin}/health`)).json()) as { queue: { running: number } };
    if (queue.running >= requests) return;
  }
}
