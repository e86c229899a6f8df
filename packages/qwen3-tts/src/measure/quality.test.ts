import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildModel } from '../build/build-model.js';
import { openCheckpoint } from '../checkpoint/checkpoint.js';
import { readTokenizer } from '../checkpoint/tokenizer.js';
import { MODEL_SCHEMES, schemeOf } from '../graph/weights/precision.js';
import { PlainModel } from '../plain/plain-model.js';
import { textOnlyPrompt } from '../prompt/probe-prompt.js';
import { logitError } from '../runtime/logit-error.js';
import { loadModel } from '../runtime/speech-model.js';
import { goldenFolders } from '../testing/golden-folders.js';
import { QualityMeasurement } from './quality.js';
import { type ModelRounding, RoundedProducts } from './rounded-products.js';
import { bytesOfProduct } from './weight-traffic.js';

const TEXTS = ['The lamp was lit before the first star.', 'Der Zug fährt um sieben Uhr ab.'];

describe('the quality of a precision', () => {
  const checkpoint = join(goldenFolders().find(({ name }) => name === 'customvoice-0.6b')?.folder ?? '', 'checkpoint');
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quality-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function build(precision: 'int8' | 'int4') {
    const out = join(folder, precision);
    await buildModel({ checkpoint, out, precision });
    return loadModel({ folder: out, device: 'cpu' });
  }

  async function plainLogits(rounding: ModelRounding, text: string): Promise<Float32Array> {
    const opened = await openCheckpoint(checkpoint);
    const plain = await PlainModel.create(opened, await RoundedProducts.create(rounding));
    const plan = textOnlyPrompt(opened.config, await readTokenizer(checkpoint), text);
    const { logits } = await plain.talker([(await plain.embed(plan)).inputs]);
    await plain.release();
    await opened.close();
    return logits.slice(-opened.config.talker.vocabularySize);
  }

  // Which activations are rounded up and which down depends on the last bits of float32: at 8 bits that is most of the error.
  test.each([
    ['int8', 1.2],
    ['int4', 0.2],
  ] as const)('is measured with products that err like the engine at %s', async (precision, apart) => {
    const model = await build(precision);
    let [measuredError, engineError] = [0, 0];
    for (const text of TEXTS) {
      const engine = (await model.greedy(model.textPrompt(text), 1)).firstStep.logits;
      const measured = await plainLogits(MODEL_SCHEMES[precision]!, text);
      const exact = await plainLogits({ talker: {}, predictor: {} }, text);
      measuredError += logitError(measured, exact);
      engineError += logitError(engine, exact);
      expect(logitError(measured, engine)).toBeLessThan(apart * logitError(measured, exact));
    }
    expect(measuredError / TEXTS.length, 'rounding is seen').toBeGreaterThan(0.005);
    expect(measuredError / engineError).toBeGreaterThan(0.7);
    expect(measuredError / engineError).toBeLessThan(1.4);
    await model.close();
  });

  test('falls with the bits, and only of the network that has fewer', async () => {
    const model = await build('int8');
    const measurement = await QualityMeasurement.open(checkpoint, model, TEXTS, 3);
    await model.close();
    expect(measurement.frames).toBeGreaterThan(2);
    const exact = await measurement.measure({ talker: {}, predictor: {} });
    expect(exact.talker).toEqual({ divergence: 0, sameBest: 1 });
    expect(exact.predictor).toEqual({ divergence: 0, sameBest: 1 });
    const [int8, int4] = [MODEL_SCHEMES.int8!, MODEL_SCHEMES.int4!];
    const [fine, coarse] = [await measurement.measure(int8), await measurement.measure(int4)];
    const coarsePredictor = await measurement.measure({ talker: int8.talker, predictor: int4.predictor });
    expect(coarse.talker.divergence).toBeGreaterThan(5 * fine.talker.divergence);
    expect(coarsePredictor.talker).toEqual(fine.talker);
    expect(coarsePredictor.predictor.divergence).toBeGreaterThan(5 * fine.predictor.divergence);
    expect(coarse.bytesPerFrame).toBeLessThan(coarsePredictor.bytesPerFrame);
    expect(coarsePredictor.bytesPerFrame).toBeLessThan(fine.bytesPerFrame);
    await measurement.close();
  });
});

test('heads stay float32 beside half precision, and other weights are read row by row', () => {
  const layer = 'talker.model.layers.0.mlp.up_proj.weight';
  expect(bytesOfProduct('fp16', layer)).toBe(2);
  expect(bytesOfProduct('fp16', 'talker.codec_head.weight')).toBe(4);
  expect(bytesOfProduct('fp32', layer)).toBe(4);
  expect(bytesOfProduct('int8', layer)).toBeLessThan(1.2);
  expect(schemeOf('int8', 'talker.model.codec_embedding.weight')).toBeUndefined();
});
