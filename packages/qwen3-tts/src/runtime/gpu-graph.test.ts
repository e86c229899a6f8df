import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { WeightEdit } from '../testing/edited-checkpoint.js';
import { goldenFolders } from '../testing/golden-folders.js';
import { generateGolden, relativeError, unchanged } from '../testing/golden-generation.js';
import { OTHER_FUNCTION, SAME_FUNCTION, scaled } from '../testing/planted-spikes.js';

const scratch = await mkdtemp(join(tmpdir(), 'gpu-graph-'));
afterAll(() => rm(scratch, { recursive: true }));
let folders = 0;
const generate = (variant: string, edit: WeightEdit, precision: 'fp32' | 'bf16' | 'fp16') =>
  generateGolden(join(scratch, String(folders++)), { variant, precision, target: 'gpu', edit });

describe.each(goldenFolders().map(({ name }) => name))('the graph for GPUs of %s', (variant) => {
  test('gives the golden codes', async () => {
    const { codes, official } = await generate(variant, unchanged, 'fp32');
    expect(codes).toEqual(official);
  });

  // Of base-0.6b a code of the first frame is nearly a tie, which half precision decides otherwise.
  test.skipIf(variant === 'base-0.6b')('gives the golden codes in half precision', async () => {
    const { codes, official } = await generate(variant, unchanged, 'fp16');
    expect(codes).toEqual(official);
  });

  test.each([
    ['fp16', 5e-3],
    ['bf16', 2.5e-2],
  ] as const)('is near the official logits at %s', async (precision, bound) => {
    const { logits, officialLogits } = await generate(variant, unchanged, precision);
    expect(relativeError(logits, officialLogits)).toBeLessThan(bound);
  });
});

describe.each(['customvoice-0.6b', 'voicedesign-1.7b'])('half precision, of %s', (variant) => {
  test.each(Object.entries(SAME_FUNCTION))('a value of 2^20 %s changes no code', async (_, weights) => {
    const { codes, official } = await generate(variant, scaled(weights), 'fp16');
    expect(codes).toEqual(official);
  });

  test.each(OTHER_FUNCTION)('a value of 2^20 %s gives the logits of float32', async (_, weights) => {
    const exact = await generate(variant, scaled(weights), 'fp32');
    const half = await generate(variant, scaled(weights), 'fp16');
    expect(relativeError(half.logits, exact.logits)).toBeLessThan(1e-2);
  });
});

describe('bfloat16', async () => {
  const { codes } = await generate('customvoice-0.6b', unchanged, 'bf16');
  test.each(Object.entries(SAME_FUNCTION))('a value of 2^20 %s changes no code', async (_, weights) => {
    expect((await generate('customvoice-0.6b', scaled(weights), 'bf16')).codes).toEqual(codes);
  });

  test.each(OTHER_FUNCTION)('a value of 2^20 %s gives logits near those of float32', async (_, weights) => {
    const exact = await generate('customvoice-0.6b', scaled(weights), 'fp32');
    const narrow = await generate('customvoice-0.6b', scaled(weights), 'bf16');
    expect(relativeError(narrow.logits, exact.logits)).toBeLessThan(5e-2);
  });
});
