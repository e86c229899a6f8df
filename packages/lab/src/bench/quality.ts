import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildModel, loadModel } from '@ownvoice/qwen3-tts';
import { answerHelp } from './harness/report.js';
import { QualityMeasurement } from './quality/measurement.js';
import { DEFAULT_SCHEMES, precisionOf, readScheme } from './quality/schemes.js';
import { writeTrainedCheckpoint } from './quality/trained-checkpoint.js';

answerHelp(`usage: npm run bench -- quality [OPTION...]

What fewer bits cost: the Kullback-Leibler divergence of the logits from those in float32, in nats, and the share of places with
the same likeliest code, for the talker and for the code predictor; and the bytes of weights that a frame reads. All schemes
are teacher-forced along the same frames, with the runtime's own kernels. Without --checkpoint the weights are synthetic: heavy
tails, outlier channels behind norms and in front of down projections, and a value of 2^17 in front of one of the predictor's.

  --checkpoint DIR   official files
  --hidden N         width of synthetic networks, default 1024 as in 0.6B
  --layers N,M       layers of synthetic networks, talker and predictor, default 3,3
  --frames N         for each of three texts, default 16
  --schemes LIST     default ${DEFAULT_SCHEMES.join(',')}

A scheme is fp32, fp16 or BITS/BLOCK/DOWN: int8/128/32 has products of 8 bits in blocks of 128, but down projections and
heads in blocks of 32; int4/32/32 has 4 bits in the products and 8 in down projections and heads.`);

const TEXTS = [
  'The quick brown fox jumps over the lazy dog, and then it rests in the shade of an old tree for a while.',
  '今天天气很好，我们下午三点去公园散步，然后回家吃饭。',
  'Am dritten Oktober fuhren wir mit dem Zug nach Hamburg, um dort unsere alten Freunde zu besuchen.',
];

const { values } = parseArgs({
  options: {
    checkpoint: { type: 'string' },
    hidden: { type: 'string', default: '1024' },
    layers: { type: 'string', default: '3,3' },
    frames: { type: 'string', default: '16' },
    schemes: { type: 'string', default: DEFAULT_SCHEMES.join(',') },
  },
});

const schemes = values.schemes.split(',').map((name) => ({ name, rounding: readScheme(name) }));
const [hiddenSize, frames] = [Number(values.hidden), Number(values.frames)];
const [talkerLayers = 0, predictorLayers = 0] = values.layers.split(',').map(Number);

const scratch = mkdtempSync(join(tmpdir(), 'ownvoice-quality-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
const checkpoint = values.checkpoint ?? join(scratch, 'checkpoint');
if (!values.checkpoint) await writeTrainedCheckpoint(checkpoint, { hiddenSize, talkerLayers, predictorLayers });
// Which frames they are does not matter, as long as they are the same for all.
const folder = join(scratch, 'built');
await buildModel({ checkpoint, out: folder, precision: 'fp32' });
const model = await loadModel({ folder, device: 'cpu' });
const measurement = await QualityMeasurement.open(checkpoint, model, TEXTS, frames);
await model.close();

const made = `synthetic weights, ${hiddenSize} wide, ${talkerLayers} and ${predictorLayers} layers, with outliers`;
console.log(`${values.checkpoint ?? made}; ${TEXTS.length} texts, ${measurement.frames} frames`);
console.log('scheme                  precision  talker KL  same best  predictor KL  same best  MB a frame');
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
for (const { name, rounding } of schemes) {
  const { talker, predictor, bytesPerFrame } = await measurement.measure(rounding);
  const cells = [
    name.padEnd(22),
    (precisionOf(rounding) ?? '').padEnd(9),
    talker.divergence.toPrecision(3).padStart(9),
    percent(talker.sameBest).padStart(9),
    predictor.divergence.toPrecision(3).padStart(12),
    percent(predictor.sameBest).padStart(9),
    (bytesPerFrame / 1e6).toFixed(0).padStart(10),
  ];
  console.log(cells.join('  '));
}
await measurement.close();
