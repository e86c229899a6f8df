import { machine } from './report/machine.js';
import { answerHelp } from './report/usage.js';
import { quantile, speak, startSpeechService } from './speech/service.js';

answerHelp(`usage: npm run bench -- http [OPTION...]

How fast the loaded engine speaks over HTTP: a sentence, a paragraph and 10,000 characters. The options are the speech
service's, for instance --model customvoice-0.6b --fallback off. SPEECH_ORIGIN names a service that runs already.`);

const PARAGRAPH =
  'The lighthouse keeper counted the steps each evening, one hundred and twelve of them, and lit the lamp before the first star. ' +
  'Far below, the sea drew its breath and let it go again. A ship passed in the dark; its crew never knew his name, and that was as it should be. ' +
  'When the fog came, he rang the bell until morning. ';

const TEXTS: readonly (readonly [name: string, text: string, runs: number])[] = [
  ['a sentence', 'The lighthouse keeper lit the lamp before the first star.', 5],
  ['a paragraph', PARAGRAPH.trim(), 3],
  ['10,000 characters', PARAGRAPH.repeat(40).slice(0, 10_000), 1],
];

const service = await startSpeechService(process.argv.slice(2));
const health = (await (await fetch(`${service.origin}/health`)).json()) as Record<string, unknown>;
console.log(machine());
console.log(`ready after ${(service.readyAfter / 1000).toFixed(1)} s`);
console.log(
  `engine ${health.engine}, variant ${health.variant}, device ${health.device}, precision ${health.precision}`,
);
await speak(service.origin, { input: 'Warm-up.' });
for (const [name, input, runs] of TEXTS) {
  const answers = [];
  const processorBefore = service.processorSeconds();
  for (let run = 0; run < runs; run++) answers.push(await speak(service.origin, { input }));
  const failed = answers.find((answer) => answer.status !== 200);
  if (failed) {
    console.log(`${name.padEnd(18)} answered ${failed.status}`);
    continue;
  }
  const processor = service.processorSeconds() - processorBefore;
  const total = answers.reduce((sum, answer) => sum + answer.audioSeconds, 0);
  const middle = (values: number[]) => quantile(values, 0.5);
  const factor = middle(answers.map((answer) => answer.seconds / answer.audioSeconds));
  const seconds = middle(answers.map((answer) => answer.seconds));
  const audio = middle(answers.map((answer) => answer.audioSeconds));
  console.log(`${name.padEnd(18)} ${seconds.toFixed(2)} s for ${audio.toFixed(1)} s of speech (median of ${runs})`);
  console.log(
    `  real-time factor ${factor.toFixed(4)}, processor seconds a second of speech ${(processor / total).toFixed(4)}`,
  );
}
const { service: own, engine, mapped } = service.memory();
console.log(
  `memory: service ${own.toFixed(0)} MB, engine ${engine.toFixed(0)} MB, ${mapped.toFixed(0)} of them mapped files`,
);
await service.stop();
