import { join } from 'node:path';
import { openCheckpoint } from '@ownvoice/qwen3-tts/internals/checkpoint/checkpoint';
import { readTokenizer } from '@ownvoice/qwen3-tts/internals/checkpoint/tokenizer';
import { MODEL_SCHEMES } from '@ownvoice/qwen3-tts/internals/graph/weights/precision';
import { textOnlyPrompt } from '@ownvoice/qwen3-tts/internals/prompt/prompt';
import { ReferenceModel } from '@ownvoice/qwen3-tts/internals/reference/reference-model';
import { logitError } from '@ownvoice/qwen3-tts/internals/runtime/logit-error';
import { loadModel } from '@ownvoice/qwen3-tts/internals/runtime/speech-model';
import { goldenFolder } from '@ownvoice/qwen3-tts/internals/testing/golden-folders';
import { builtGolden } from '@ownvoice/qwen3-tts/internals/testing/golden-models';
import { describe, expect, test } from 'vitest';
import { QualityMeasurement } from './measurement.js';
import { RoundedProducts } from './rounded-products.js';
import { EXACT, type ModelRounding } from './schemes.js';

const TEXTS = ['The lamp was lit before the first star.', 'Der Zug fährt um sieben Uhr ab.'];

describe('the quality of a precision', () => {
  const checkpoint = join(goldenFolder('customvoice-0.6b'), 'checkpoint');

  async function build(precision: 'int8' | 'int4') {
    return loadModel({ folder: await builtGolden('customvoice-0.6b', precision), device: 'cpu' });
  }

  async function roundedLogits(rounding: ModelRounding, text: string): Promise<Float32Array> {
    const opened = await openCheckpoint(checkpoint);
    await using model = await ReferenceModel.create(opened, await RoundedProducts.create(rounding));
    const plan = textOnlyPrompt(opened.config, await readTokenizer(checkpoint), text);
    const { logits } = await model.talker([(await model.embed(plan)).inputs]);
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
      const engine = (await model.continuation(model.textPrompt(text), 1)).firstStep.logits;
      const measured = await roundedLogits(MODEL_SCHEMES[precision]!, text);
      const exact = await roundedLogits(EXACT, text);
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
    const exact = await measurement.measure(EXACT);
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
