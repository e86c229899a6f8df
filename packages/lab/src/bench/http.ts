import { arch, availableParallelism, platform, release } from 'node:os';
import { answerHelp, machine, median } from './harness/report.js';
import { memoryReadBandwidth } from './model/read-bandwidth.js';
import { speakByPeer } from './speech/peer.js';
import { type SpeechResponse, speak, startSpeechService } from './speech/service.js';

answerHelp(`usage: npm run bench -- http [OPTION...]

How fast the loaded engine speaks over HTTP: a sentence, a paragraph, 10,000 characters, and 16 clients of one sentence each.
The options are the speech service's, for instance --model customvoice-0.6b --fallback off. SPEECH_ORIGIN names a service
that is already running.

R is the time of a frame in the sentence divided by (1.70 GB / read bandwidth + 15 ms): the weights that the 0.6B models read
for a frame at int8 in blocks of 128, and a good codec. The bandwidth is measured before and after.

  --characters N         another length of the long text
  --json                 print one JSON object instead, a row for an issue
  --peer DIR             a built checkout of the C server (gabriele-mastrapasqua/qwen3-tts): the same sentence by it
  --peer-checkpoint DIR  the official files that it reads`);

/** What a frame of 80 ms would take: bytes of the weights, and seconds of the codec. */
const [FLOOR_BYTES, FLOOR_SECONDS] = [1.7e9, 0.015];
const FRAMES_PER_SECOND = 12.5;
const CLIENTS = 16;
const SENTENCE = 'The lighthouse keeper lit the lamp before the first star.';
const PARAGRAPH =
  'The lighthouse keeper counted the steps each evening, one hundred and twelve of them, and lit the lamp before the first star. ' +
  'Far below, the sea drew its breath and let it go again. A ship passed in the dark; its crew never knew his name, and that was as it should be. ' +
  'When the fog came, he rang the bell until morning. ';

const options = process.argv.slice(2);
/** Takes an option of this bench out of those of the service. */
function own(name: string, width = 2): string | undefined {
  const at = options.indexOf(name);
  return at < 0 ? undefined : options.splice(at, width).at(-1);
}
const json = own('--json', 1) !== undefined;
const print = json ? () => {} : console.log;
const [peer, peerCheckpoint] = [own('--peer'), own('--peer-checkpoint')];
if (peer && !peerCheckpoint) throw new Error('--peer needs --peer-checkpoint DIR');
const characters = Number(own('--characters') ?? 10_000);
const threads = Number(options[options.indexOf('--threads') + 1 || options.length] ?? availableParallelism());

const factorOf = (responses: readonly SpeechResponse[]) =>
  median(responses.map(({ seconds, audioSeconds }) => seconds / audioSeconds));

const bandwidthBefore = await memoryReadBandwidth(threads);
const service = await startSpeechService(options);
const readHealth = async () => (await (await fetch(`${service.origin}/health`)).json()) as Record<string, unknown>;
const health = await readHealth();
print(machine());
if (!Number.isNaN(service.readyAfter)) print(`ready after ${(service.readyAfter / 1000).toFixed(1)} s`);
print(`engine ${health.engine}, variant ${health.variant}, device ${health.device}, precision ${health.precision}`);
await speak(service.origin, { input: 'Warm-up.' });
/** For the JSON object. A text that was not spoken has its status. */
const measured: Record<string, unknown> = {};
let sentence: SpeechResponse[] = [];
sentence = await speakInTurn('a sentence', SENTENCE, 5);
printMemory('after the sentences');
await speakInTurn('a paragraph', PARAGRAPH.trim(), 3);
await speakInTurn(`${characters.toLocaleString('en')} characters`, PARAGRAPH.repeat(40).slice(0, characters), 1);
await speakAtOnce();
printMemory('at the end');
// A device that was lost was not measured to the end.
const { device_reason: deviceReason = null } = await readHealth();
if (deviceReason !== null) print(String(deviceReason));
const memoryMegabytes = service.memory();
await service.stop();

const bandwidth = { before: bandwidthBefore, after: await memoryReadBandwidth(threads) };
const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(1);
print(`read bandwidth: ${gigabytes(bandwidth.before)} GB/s before, ${gigabytes(bandwidth.after)} after`);
if (String(health.variant).endsWith('0.6b') && sentence.length > 0) {
  const floor = FLOOR_BYTES / ((bandwidth.before + bandwidth.after) / 2) + FLOOR_SECONDS;
  const frame = factorOf(sentence) / FRAMES_PER_SECOND;
  const milliseconds = (seconds: number) => `${(1000 * seconds).toFixed(1)} ms`;
  print(`a frame of the sentence ${milliseconds(frame)} ÷ ${milliseconds(floor)}: R = ${(frame / floor).toFixed(2)}`);
}
if (peer && peerCheckpoint && sentence.length > 0) {
  const peerOptions = { folder: peer, checkpoint: peerCheckpoint, precision: String(health.precision), threads };
  const responses = await speakByPeer(peerOptions, SENTENCE, sentence.length).catch((error: Error) => error);
  if (responses instanceof Error) print(responses.message);
  else {
    const [ours, theirs] = [factorOf(sentence), factorOf(responses)];
    print(`the C server: real-time factor ${theirs.toFixed(2)}; ours takes ${(ours / theirs).toFixed(2)} of its time`);
  }
}
if (json) {
  const { engine, variant, device, precision, version } = health;
  const system = `${platform()} ${arch()} ${release()}`;
  const model = { engine, variant, device, precision, version, threads, deviceReason };
  const { readyAfter: readyAfterMs } = service;
  console.log(
    JSON.stringify({ machine: machine(), system, ...model, readyAfterMs, memoryMegabytes, bandwidth, ...measured }),
  );
}

/** Speaks a text several times, one after the other. @returns the responses; none when one failed */
async function speakInTurn(name: string, input: string, runs: number): Promise<SpeechResponse[]> {
  const responses: SpeechResponse[] = [];
  const cpuBefore = service.cpuSeconds();
  for (let run = 0; run < runs; run++) responses.push(await speak(service.origin, { input }));
  const failed = responses.find(({ status }) => status !== 200);
  if (failed) {
    print(`${name.padEnd(18)} answered ${failed.status}`);
    measured[name] = { status: failed.status };
    return [];
  }
  const cpu = service.cpuSeconds() - cpuBefore;
  const total = responses.reduce((sum, { audioSeconds }) => sum + audioSeconds, 0);
  const factor = factorOf(responses);
  const seconds = median(responses.map((response) => response.seconds));
  const audioSeconds = median(responses.map((response) => response.audioSeconds));
  measured[name] = { seconds, audioSeconds, realTimeFactor: factor, runs };
  print(`${name.padEnd(18)} ${seconds.toFixed(2)} s for ${audioSeconds.toFixed(1)} s of speech (median of ${runs})`);
  const share = Number.isNaN(cpu) ? '' : `, CPU seconds a second of speech ${(cpu / total).toFixed(4)}`;
  const ratio = sentence.length === 0 ? '' : `, ${(factor / factorOf(sentence)).toFixed(2)} of the sentence's`;
  print(`  real-time factor ${factor.toFixed(4)}${ratio}${share}`);
  return responses;
}

/** One sentence for each client, all at the same time. */
async function speakAtOnce(): Promise<void> {
  const start = performance.now();
  const all = await Promise.all(Array.from({ length: CLIENTS }, () => speak(service.origin, { input: SENTENCE })));
  const seconds = (performance.now() - start) / 1000;
  const spoken = all.filter(({ status }) => status === 200);
  const audioSeconds = spoken.reduce((sum, response) => sum + response.audioSeconds, 0);
  const waits = spoken.map((response) => response.seconds);
  const realTimeFactor = seconds / audioSeconds;
  const refused = CLIENTS - spoken.length;
  measured[`${CLIENTS} clients`] = { seconds, audioSeconds, realTimeFactor, refused };
  print(
    `${CLIENTS} clients of one sentence each: ${seconds.toFixed(2)} s for ${audioSeconds.toFixed(1)} s of speech, ${refused} refused`,
  );
  print(
    `  real-time factor ${realTimeFactor.toFixed(4)}, answered within ${median(waits).toFixed(2)} s (median), ${Math.max(...waits).toFixed(2)} s (all)`,
  );
}

function printMemory(when: string): void {
  const { service: own, engine, mapped } = service.memory();
  if (Number.isNaN(own)) return;
  const [both, files] = [own + engine, mapped].map((megabytes) => megabytes.toFixed(0));
  print(
    `memory ${when}: ${both} MB (service ${own.toFixed(0)}, engine ${engine.toFixed(0)}), ${files} of them mapped files`,
  );
}
