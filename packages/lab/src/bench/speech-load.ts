import { answerHelp, machine } from './harness/report.js';
import { measureFairness } from './speech/fairness.js';
import { measureLoad } from './speech/load.js';
import { measureMemory } from './speech/memory.js';
import { startSpeechService } from './speech/service.js';

answerHelp(`usage: npm run bench -- speech-load [load|fairness|memory] [OPTION...]

The speech service under load, a part of it or all:
  load      throughput, latency, refusals, and memory after 1,000 requests with 100 disconnected clients
  fairness  a sentence alone, during texts of 10,000 characters and, with --jobs DIR, during a narration
  memory    of the service: idle, after long answers, and at its peak during ten of the longest requests
The options are the speech service's. SPEECH_ORIGIN names a service that is already running. Minutes with the built-in voice.`);

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
