import { setTimeout as after } from 'node:timers/promises';
import { machine } from './report/machine.js';
import { answerHelp } from './report/usage.js';
import { type SpeechService, speak, startSpeechService } from './speech/service.js';

answerHelp(`usage: npm run bench -- rest [OPTION...]

The memory of the speech service with its model loaded, unloaded and loaded again, and what a request waits for that.
The options are the speech service's; its model must be installed and have the pre-built voices. Two minutes.`);

const UNLOAD_AFTER = '3s';
/** Longer than idle threads live. */
const IDLE_MS = 32_000;

async function untilAsleep({ origin }: SpeechService): Promise<void> {
  for (;;) {
    const health = (await (await fetch(`${origin}/health`)).json()) as { asleep?: boolean };
    if (health.asleep) return;
    await after(100);
  }
}

const service = await startSpeechService([
  ...process.argv.slice(2),
  ...['--fallback', 'off', '--unload-after', UNLOAD_AFTER],
]);
const print = (when: string) => {
  const { service: own, engine } = service.memory();
  console.log(`${when.padEnd(24)} service ${own.toFixed(0)} MB, engine ${engine.toFixed(0)} MB`);
};
async function sentence(): Promise<number> {
  const { status, seconds } = await speak(service.origin, { input: 'The kettle is on.' });
  if (status === 200) return seconds;
  await service.stop();
  throw new Error(`The service answered ${status}.`);
}

console.log(machine());
print('model loaded');
const first = await sentence();
print('after a sentence');
await untilAsleep(service);
await after(IDLE_MS);
print('asleep');
const woken = await sentence();
print('loaded again');
console.log(`a sentence took ${first.toFixed(1)} s, and ${woken.toFixed(1)} s from sleep`);
await service.stop();
