import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WeightEdit } from '@ownvoice/qwen3-tts/internals/testing/edited-checkpoint';
import {
  OTHER_FUNCTION,
  relativeError,
  SAME_FUNCTION,
  scaled,
} from '@ownvoice/qwen3-tts/internals/testing/planted-spikes';
import { afterAll, describe, expect, test } from 'vitest';
import { generateGolden } from './harness/golden-generation.js';

const scratch = await mkdtemp(join(tmpdir(), 'quantized-spikes-'));
afterAll(() => rm(scratch, { recursive: true }));
let folders = 0;
const generate = (edit: WeightEdit, precision: 'fp32' | 'int8' | 'int4') =>
  generateGolden(join(scratch, String(folders++)), { variant: 'customvoice-0.6b', precision, target: 'cpu', edit });

describe.each(['int8', 'int4'] as const)('at %s', async (precision) => {
  const { codes } = await generate(() => {}, precision);

  test.each(Object.entries(SAME_FUNCTION))('a value of 2^20 %s changes no code', async (_, weights) => {
    expect((await generate(scaled(weights), precision)).codes).toEqual(codes);
  });
});

// 4 bits err by more than this in networks as small as these, with and without such a value.
test.each(OTHER_FUNCTION)('a value of 2^20 %s gives logits near those of float32 at int8', async (_, weights) => {
  const exact = await generate(scaled(weights), 'fp32');
  const quantized = await generate(scaled(weights), 'int8');
  expect(relativeError(quantized.logits, exact.logits)).toBeLessThan(0.1);
});
