import { setTimeout as after } from 'node:timers/promises';
import type { Running } from '../harness/program.js';
import { type SpeechResponse, speak } from './service.js';

const ENGLISH =
  'The harbour wakes before the town does. Boats come in with the tide, and the first nets are on the quay by six. ';
const CHINESE =
  '港口比城市醒得更早。船随着潮水进来，六点钟第一批渔网就已经放在码头上了。谁来买鱼呢？每一个能早起的人！';
const longest = (paragraph: string) => paragraph.repeat(300).slice(0, 10_000);
const LONGEST_REQUESTS = 10;
const SAMPLE_EVERY_MS = 200;
/** Longer than idle threads live. */
const IDLE_MS = 32_000;

/** Does some work. @returns its result and the service's memory at its peak, in MB */
async function peakOf<Result>(service: Running, work: () => Promise<Result>): Promise<[Result, number]> {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, service.memory().service);
  }, SAMPLE_EVERY_MS);
  const result = await work();
  clearInterval(timer);
  return [result, Math.max(peak, service.memory().service)];
}

/** Prints the resident memory of the service's own process; the engine has one of its own. */
export async function measureMemory(service: Running): Promise<void> {
  const print = (when: string, megabytes = service.memory().service) =>
    console.log(`${when.padEnd(64)} ${megabytes.toFixed(0)} MB`);
  const ask = (paragraph: string, more: object) => speak(service.origin, { input: longest(paragraph), ...more });
  print('ready');
  for (let request = 0; request < 20; request++) await speak(service.origin, { input: `Request number ${request}.` });
  print('after 20 sentences');
  const [english, peak] = await peakOf(service, () => ask(ENGLISH, { language: 'en' }));
  print(`10,000 English characters, ${english.audioSeconds.toFixed(0)} s of audio, at the peak`, peak);
  print('after that');
  await after(IDLE_MS);
  print('idle');
  const [answers, highest] = await peakOf(service, () =>
    Promise.all(Array.from({ length: LONGEST_REQUESTS }, () => ask(CHINESE, { language: 'zh', speed: 0.25 }))),
  );
  const spoken = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 429);
  const seconds = spoken.reduce((sum: number, answer: SpeechResponse) => sum + answer.audioSeconds, 0);
  console.log(
    `10 requests of 10,000 Chinese characters at speed 0.25: ${spoken.length} spoken, ${refused.length} are 429`,
  );
  print(`  ${seconds.toFixed(0)} s of audio (${(seconds * 0.048).toFixed(0)} MB), at the peak`, highest);
  await after(IDLE_MS);
  print('idle again');
}
