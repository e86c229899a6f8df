import { loadModel } from '@ownvoice/qwen3-tts';
import type { ModelLoad } from './report-model.js';

const SENTENCE = 'The lighthouse keeper lit the lamp before the first star.';
const FRAMES = 40;
const ROWS = 5;
const RECORDING_SECONDS = 60;

/** Prints the resident memory of a base model: loaded, speaking, and while it encodes the longest recording. */
export async function reportMemory({ folder, threads, precision }: ModelLoad): Promise<void> {
  const model = await loadModel({ folder, threads });
  const { sampleRate } = model.info;
  let loaded = 0;
  const print = (when: string) => {
    const [now, peak] = [process.memoryUsage.rss() / 1e6, (process.resourceUsage().maxRSS * 1024) / 1e6];
    loaded ||= now;
    console.log(
      `${when.padEnd(48)} ${now.toFixed(0)} MB, ${(now / loaded).toFixed(2)} of loaded; peak ${peak.toFixed(0)} MB`,
    );
  };
  const recording = (seconds: number) => new Float32Array(seconds * sampleRate).map((_, n) => 0.3 * Math.sin(n * 0.05));
  const encode = (seconds: number) => model.encodeReference(recording(seconds), { text: SENTENCE });
  const speak = async (reference: ReturnType<typeof encode>) => {
    const input = { kind: 'base', text: SENTENCE, language: 'English', reference: await reference } as const;
    await model.synthesize(input, { seed: 1, maxNewTokens: FRAMES });
  };
  console.log(`\n${precision}`);
  print('loaded');
  const short = encode(3);
  await speak(short);
  print('after a sentence by a recording of 3 s');
  await Promise.all(Array.from({ length: ROWS }, () => speak(short)));
  print(`after ${ROWS} at once`);
  await Promise.all([...Array.from({ length: ROWS }, () => speak(short)), speak(encode(RECORDING_SECONDS))]);
  print(`after ${ROWS} and one by a recording of ${RECORDING_SECONDS} s at once`);
  await model.close();
}
