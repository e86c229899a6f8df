import { arch, availableParallelism, platform, release } from 'node:os';
import { memoryReadBandwidth } from './model/read-bandwidth.js';
import { machine } from './report/machine.js';
import { answerHelp } from './report/usage.js';
import { speakByPeer } from './speech/peer.js';
import { type Answer, quantile, speak, startSpeechService } from './speech/service.js';

answerHelp(`usage: npm run bench -- http [OPTION...]

How fast the loaded engine speaks over HTTP: a sentence, a paragraph, 16 clients of one sentence each, and 10,000
characters. The options are the speech service's, for instance --model customvoice-0.6b --fallback off. SPEECH_ORIGIN
names a service that is already running.

R is the time of a frame in the sentence divided by (1.70 GB / read bandwidth + 15 ms): the weights that the 0.6B models read
for a frame at int8 in blocks of 128, and a good codec. The bandwidth is measured before and after.

  --characters N         another length of the long text
  --json                 print one JSON object instead, a row for an issue
  --peer DIR             a built checkout of the C server (gabriele-mastrapasqua/qwen3-tts): the same sentence by it
  --peer-checkpoint DIR  the official files that it reads`);

/** What a frame of 80 ms would take: bytes of the weights, and seconds of the codec. */
const [FLOOR_BYTES, FLOOR_SECONDS] = [1.7e9, 0.015];
const FRAMES_PER_SECOND = 12.5;

const options = process.argv.slice(2);
/** Takes an option of this measurement out of those of the service. */
function own(name: string): string | undefined {
  const at = options.indexOf(name);
  return at < 0 ? undefined : options.splice(at, 2)[1];
}
const jsonAt = options.indexOf('--json');
if (jsonAt >= 0) options.splice(jsonAt, 1);
const print = jsonAt >= 0 ? () => {} : console.log;
const [peer, peerCheckpoint] = [own('--peer'), own('--peer-checkpoint')];
if (peer && !peerCheckpoint) throw new Error('--peer needs --peer-checkpoint DIR');
const characters = Number(own('--characters') ?? 10_000);
const threads = Number(options[options.indexOf('--threads') + 1 || options.length] ?? availableParallelism());

const middle = (values: readonly number[]) => quantile(values, 0.5);
const secondsPerFrame = (answers: readonly Answer[]) =>
  middle(answers.map(({ seconds, audioSeconds }) => seconds / (audioSeconds * FRAMES_PER_SECOND)));

const PARAGRAPH =
  'The lighthouse keeper counted the steps each evening, one hundred and twelve of them, and lit the lamp before the first star. ' +
  'Far below, the sea drew its breath and let it go again. A ship passed in the dark; its crew never knew his name, and that was as it should be. ' +
  'When the fog came, he rang the bell until morning. ';

const SENTENCE = 'The lighthouse keeper lit the lamp before the first star.';
const CLIENTS = 16;

const TEXTS: readonly (readonly [name: string, text: string, runs: number])[] = [
  ['a sentence', SENTENCE, 5],
  ['a paragraph', PARAGRAPH.trim(), 3],
  [`${characters.toLocaleString('en')} characters`, PARAGRAPH.repeat(40).slice(0, characters), 1],
];

const bandwidthBefore = await memoryReadBandwidth(threads);
const service = await startSpeechService(options);
const readHealth = async () => (await (await fetch(`${service.origin}/health`)).json()) as Record<string, unknown>;
const health = await readHealth();
print(machine());
if (!Number.isNaN(service.readyAfter)) print(`ready after ${(service.readyAfter / 1000).toFixed(1)} s`);
print(`engine ${health.engine}, variant ${health.variant}, device ${health.device}, precision ${health.precision}`);
await speak(service.origin, { input: 'Warm-up.' });
let sentence: Answer[] = [];
/** For the row. A text that was not spoken has its status. */
const measured: Record<string, unknown> = {};
const factorOf = (answers: readonly Answer[]) => middle(answers.map((answer) => answer.seconds / answer.audioSeconds));
for (const [name, input, runs] of TEXTS) {
  const answers = [];
  const processorBefore = service.processorSeconds();
  for (let run = 0; run < runs; run++) answers.push(await speak(service.origin, { input }));
  const failed = answers.find((answer) => answer.status !== 200);
  if (failed) {
    print(`${name.padEnd(18)} answered ${failed.status}`);
    measured[name] = { status: failed.status };
    continue;
  }
  if (sentence.length === 0) {
    sentence = answers;
    await printDrafts();
    printMemory('after the sentences');
  }
  const processor = service.processorSeconds() - processorBefore;
  const total = answers.reduce((sum, answer) => sum + answer.audioSeconds, 0);
  const factor = factorOf(answers);
  const seconds = middle(answers.map((answer) => answer.seconds));
  const audio = middle(answers.map((answer) => answer.audioSeconds));
  measured[name] = { seconds, audioSeconds: audio, realTimeFactor: factor, runs };
  print(`${name.padEnd(18)} ${seconds.toFixed(2)} s for ${audio.toFixed(1)} s of speech (median of ${runs})`);
  const ratio = answers === sentence ? '' : `, ${(factor / factorOf(sentence)).toFixed(2)} of the sentence's`;
  const share = Number.isNaN(processor)
    ? ''
    : `, processor seconds a second of speech ${(processor / total).toFixed(4)}`;
  print(`  real-time factor ${factor.toFixed(4)}${ratio}${share}`);
}
await speakAtOnce();
printMemory('at the end');
// A device that was lost was not measured to the end.
const { device_reason: deviceReason = null } = await readHealth();
if (deviceReason !== null) print(String(deviceReason));
const memoryMegabytes = service.memory();
await service.stop();

const bandwidthAfter = await memoryReadBandwidth(threads);
const gigabytes = (bandwidth: number) => (bandwidth / 1e9).toFixed(1);
print(`read bandwidth: ${gigabytes(bandwidthBefore)} GB/s before, ${gigabytes(bandwidthAfter)} after`);
if (String(health.variant).endsWith('0.6b') && sentence.length > 0) {
  const floor = FLOOR_BYTES / ((bandwidthBefore + bandwidthAfter) / 2) + FLOOR_SECONDS;
  const frame = secondsPerFrame(sentence);
  const milliseconds = (seconds: number) => `${(1000 * seconds).toFixed(1)} ms`;
  print(`a frame of the sentence ${milliseconds(frame)} ÷ ${milliseconds(floor)}: R = ${(frame / floor).toFixed(2)}`);
}
if (peer && peerCheckpoint && sentence.length > 0) {
  const peerOptions = { folder: peer, checkpoint: peerCheckpoint, precision: String(health.precision), threads };
  const answers = await speakByPeer(peerOptions, SENTENCE, sentence.length).catch((error: Error) => error);
  if (answers instanceof Error) print(answers.message);
  else {
    const [ours, theirs] = [secondsPerFrame(sentence), secondsPerFrame(answers)];
    const factor = (theirs * FRAMES_PER_SECOND).toFixed(2);
    print(`the C server: real-time factor ${factor}; ours takes ${(ours / theirs).toFixed(2)} of its time`);
  }
}

if (jsonAt >= 0) {
  const { engine, variant, device, adapter = null, precision, version } = health;
  const model = { engine, variant, device, adapter, precision, version, threads };
  const bandwidth = { before: bandwidthBefore, after: bandwidthAfter };
  console.log(
    JSON.stringify({
      machine: machine(),
      system: `${platform()} ${arch()} ${release()}`,
      ...model,
      deviceReason,
      readyAfterMs: service.readyAfter,
      memoryMegabytes,
      bandwidth,
      ...measured,
    }),
  );
}

/** One sentence for each client, all at the same time. */
async function speakAtOnce(): Promise<void> {
  const start = performance.now();
  const all = await Promise.all(Array.from({ length: CLIENTS }, () => speak(service.origin, { input: SENTENCE })));
  const seconds = (performance.now() - start) / 1000;
  const spoken = all.filter(({ status }) => status === 200);
  const speech = spoken.reduce((sum, { audioSeconds }) => sum + audioSeconds, 0);
  const waits = spoken.map((answer) => answer.seconds);
  const factor = seconds / speech;
  const refused = CLIENTS - spoken.length;
  measured[`${CLIENTS} clients`] = { seconds, audioSeconds: speech, realTimeFactor: factor, refused };
  print(
    `${CLIENTS} clients of one sentence each: ${seconds.toFixed(2)} s for ${speech.toFixed(1)} s of speech, ${refused} refused`,
  );
  print(
    `  real-time factor ${factor.toFixed(4)}, answered within ${middle(waits).toFixed(2)} s (median), ${Math.max(...waits).toFixed(2)} s (all)`,
  );
}

/** Drafts of the code predictor, where it has made any. */
async function printDrafts(): Promise<void> {
  const metrics = await (await fetch(`${service.origin}/metrics`)).text();
  const read = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(metrics)?.[1] ?? 0);
  const drafted = read('tts_drafted_codes');
  if (drafted > 0) print(`  ${(read('tts_accepted_codes') / drafted).toFixed(2)} of the drafted codes were right`);
}

/** All processes, in MB. */
function printMemory(when: string): void {
  const { service: process, engine, mapped } = service.memory();
  if (Number.isNaN(process)) return;
  const [both, files] = [process + engine, mapped].map((megabytes) => megabytes.toFixed(0));
  const parts = `service ${process.toFixed(0)}, engine ${engine.toFixed(0)}`;
  print(`memory ${when}: ${both} MB (${parts}), ${files} of them mapped files`);
}
