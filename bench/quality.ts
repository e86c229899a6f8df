import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { greedySampling, loadModel, type SpeechModel, type SynthesisInput } from '@ownvoice/qwen3-tts';
import { type Precision, VARIANT_NAMES } from '@ownvoice/shared/contract/models';
import { buildCheckpoint, builtModel, CACHE } from './model/built-model.js';
import { answerHelp } from './report/usage.js';

answerHelp(`usage: npm run bench -- quality [VARIANT] [OPTION...]

What a precision costs in exactness, compared with fp32: the relative error of the first logits, and the share of equal
greedy codes. After the first code that differs the two sequences diverge, so that share is a strict measure. VARIANT is
one of ${VARIANT_NAMES.join(', ')}; the default is customvoice-0.6b.

  --checkpoint DIR   measures the weights of a checkpoint instead of random ones
  --precisions LIST  default int8,int4
  --frames N         at most so many for each text, default 200
  --cache DIR        where built models are kept, default ${CACHE}`);

const TEXTS = [
  'The quick brown fox jumps over the lazy dog, and then it rests in the shade of an old tree for a while.',
  '今天天气很好，我们下午三点去公园散步，然后回家吃饭。',
  'Am dritten Oktober fuhren wir mit dem Zug nach Hamburg, um dort unsere alten Freunde zu besuchen.',
];

const REFERENCE = 'What is said in it.';
const REFERENCE_SECONDS = 3;

/** Three seconds of a voice-like tone, for models that speak by a reference. */
const reference = (sampleRate: number) =>
  Float32Array.from({ length: REFERENCE_SECONDS * sampleRate }, (_, n) => {
    const phase = (2 * Math.PI * 140 * n) / sampleRate + 2 * Math.sin((2 * Math.PI * 5 * n) / sampleRate);
    return 0.1 * (Math.sin(phase) + Math.sin(2 * phase) / 2 + Math.sin(3 * phase) / 3);
  });

async function requestOf(model: SpeechModel, text: string): Promise<SynthesisInput> {
  const { kind, sampleRate } = model.info;
  if (kind === 'voice_design') return { kind, text, instruct: 'A calm voice.' };
  if (kind === 'custom_voice') return { kind, text, speaker: 'ryan' };
  return { kind, text, reference: await model.encodeReference(reference(sampleRate), { text: REFERENCE }) };
}

interface Outcome {
  readonly logits: Float32Array;
  readonly codes: Int32Array;
}

async function synthesizeAll(folder: string, frames: number): Promise<Outcome[]> {
  const model = await loadModel({ folder });
  const outcomes: Outcome[] = [];
  for (const text of TEXTS) {
    const request = await requestOf(model, text);
    const sampling = greedySampling(model.config);
    const { firstStep, codes } = await model.synthesize(request, { seed: 1, sampling, maxNewTokens: frames + 1 });
    outcomes.push({ logits: firstStep.logits, codes });
  }
  await model.close();
  return outcomes;
}

const relativeError = (exact: Float32Array, near: Float32Array) =>
  Math.hypot(...exact.map((value, i) => value - near[i]!)) / Math.hypot(...exact);

function equalShare(exact: Int32Array, near: Int32Array): number {
  const compared = Math.max(exact.length, near.length);
  return exact.filter((code, i) => code === near[i]).length / compared;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

const gigabytes = (folder: string) =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / 1e9;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    precisions: { type: 'string', default: 'int8,int4' },
    frames: { type: 'string', default: '200' },
    cache: { type: 'string', default: CACHE },
    checkpoint: { type: 'string' },
  },
});
const [named = 'customvoice-0.6b'] = positionals;
const variant = VARIANT_NAMES.find((name) => name === named);
if (!variant) throw new Error(`${named} is not a variant`);
const frames = Number(values.frames);
const { checkpoint } = values;
const build = (precision: Precision) =>
  checkpoint ? buildCheckpoint(checkpoint, precision) : builtModel(values.cache, variant, precision);
const exactFolder = await build('fp32');
const exact = await synthesizeAll(exactFolder, frames);
const source = checkpoint ? `the checkpoint in ${checkpoint}` : `${variant}, random weights`;
console.log(`${source}, ${TEXTS.length} texts, up to ${frames} frames each`);
console.log('precision  size GB  error of first logits  equal first frame  equal codes');
console.log(`${'fp32'.padEnd(9)}  ${gigabytes(exactFolder).toFixed(3).padStart(7)}`);
for (const precision of values.precisions.split(',') as Precision[]) {
  const folder = await build(precision);
  const near = await synthesizeAll(folder, frames);
  const over = (of: (exact: Outcome, near: Outcome) => number) =>
    mean(exact.map((outcome, i) => of(outcome, near[i]!)));
  const cells = [
    precision.padEnd(9),
    gigabytes(folder).toFixed(3).padStart(7),
    `${(100 * over((a, b) => relativeError(a.logits, b.logits))).toFixed(2)} %`.padStart(21),
    `${(100 * over((a, b) => equalShare(a.codes.subarray(0, 16), b.codes.subarray(0, 16)))).toFixed(0)} %`.padStart(17),
    `${(100 * over((a, b) => equalShare(a.codes, b.codes))).toFixed(1)} %`.padStart(11),
  ];
  console.log(cells.join('  '));
}
