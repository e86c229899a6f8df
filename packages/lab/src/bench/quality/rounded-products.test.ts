import { MODEL_SCHEMES, productOf, schemesOf } from '@ownvoice/qwen3-tts/internals/graph/weights/precision';
import { describe, expect, test } from 'vitest';
import { HeavyTails } from '../../random-checkpoint/heavy-tails.js';
import { RoundedProducts, roundToHalf } from './rounded-products.js';
import { bytesOfWeight, EXACT } from './schemes.js';

const [ROWS, K, N] = [3, 256, 24];

function heavy(count: number, seed: number): Float32Array {
  const values = new Float32Array(count);
  new HeavyTails(seed).fill(values, 1);
  return values;
}

function exactProduct(x: Float32Array, weight: Float32Array): Float64Array {
  return Float64Array.from({ length: ROWS * N }, (_, i) => {
    const [row, n] = [Math.floor(i / N), i % N];
    let sum = 0;
    for (let k = 0; k < K; k++) sum += x[row * K + k]! * weight[n * K + k]!;
    return sum;
  });
}

const BODY = 'talker.model.layers.0.self_attn.q_proj.weight';
const HEAD = 'talker.code_predictor.lm_head.3.weight';

async function errorOf(rounding: Parameters<typeof RoundedProducts.create>[0], key: string): Promise<number> {
  const [x, values] = [heavy(ROWS * K, 1), heavy(N * K, 2)];
  const products = await RoundedProducts.create(rounding);
  const found = await products.multiply(x, { key, values }, K);
  await products.release();
  const exact = exactProduct(x, values);
  return Math.hypot(...exact.map((value, i) => value - found[i]!)) / Math.hypot(...exact);
}

describe('products as a precision computes them', () => {
  test('err by what their bits allow, in each network and role', async () => {
    const scheme = { talker: { body: { bits: 4, block: 32 } }, predictor: { head: { bits: 8, block: 32 } } } as const;
    expect(await errorOf(scheme, BODY)).toBeGreaterThan(0.04);
    expect(await errorOf(scheme, BODY)).toBeLessThan(0.2);
    expect(await errorOf(scheme, HEAD)).toBeGreaterThan(0.003);
    expect(await errorOf(scheme, HEAD)).toBeLessThan(0.02);
  });

  test('are those of float32 where nothing is rounded', async () => {
    expect(await errorOf(EXACT, BODY)).toBeLessThan(1e-6);
    expect(await errorOf({ talker: { down: { bits: 4, block: 32 } }, predictor: {} }, BODY)).toBeLessThan(1e-6);
  });

  test('of half precision err by its significant bits', async () => {
    const error = await errorOf({ talker: { body: 'half' }, predictor: {} }, BODY);
    expect(error).toBeGreaterThan(5e-5);
    expect(error).toBeLessThan(5e-4);
  });
});

test('rounding to half precision goes to the nearest, ties to even, at any size and sign', () => {
  const unit = 2 ** -10;
  const rounded = (...values: number[]) => [...roundToHalf(Float32Array.from(values))];
  expect(rounded(1, 1 + unit, 1 + unit / 2, 1 + 1.5 * unit, 1 + unit / 4)).toEqual([1, 1 + unit, 1, 1 + 2 * unit, 1]);
  expect(rounded(-(1 + 1.5 * unit), 0, 2 ** 30 * (1 + unit / 2), 2 ** -40 * (1 + 1.5 * unit))).toEqual([
    -(1 + 2 * unit),
    0,
    2 ** 30,
    2 ** -40 * (1 + 2 * unit),
  ]);
});

test('a weight takes its bits and its part of the scale and zero point of its block', () => {
  expect(bytesOfWeight({ bits: 8, block: 32 })).toBe(1 + 4 / 32);
  expect(bytesOfWeight({ bits: 8, block: 128 })).toBe(1 + 4 / 128);
  expect(bytesOfWeight({ bits: 4, block: 32 })).toBe(0.5 + 4 / 32 + 0.5 / 32);
  expect([bytesOfWeight('half'), bytesOfWeight(undefined)]).toEqual([2, 4]);
});

test('products are told apart by the names of their weights', () => {
  expect(productOf(BODY)).toEqual({ network: 'talker', role: 'body' });
  expect(productOf(HEAD)).toEqual({ network: 'predictor', role: 'head' });
  expect(productOf('talker.codec_head.weight')).toEqual({ network: 'talker', role: 'head' });
  expect(productOf('talker.code_predictor.model.layers.4.mlp.down_proj.weight')).toEqual({
    network: 'predictor',
    role: 'down',
  });
  for (const other of [
    'talker.model.text_embedding.weight',
    'talker.text_projection.linear_fc1.weight',
    'talker.model.layers.0.self_attn.q_norm.weight',
    'talker.code_predictor.small_to_mtp_projection.bias',
    'decoder.pre_transformer.layers.0.mlp.down_proj.weight',
  ])
    expect(productOf(other), other).toBeUndefined();
});

test('a precision lists each of its schemes once', () => {
  expect(schemesOf('fp32')).toEqual([]);
  for (const precision of ['int8', 'int4'] as const) {
    const listed = schemesOf(precision);
    const used = Object.values(MODEL_SCHEMES[precision] ?? {}).flatMap((roles) => Object.values(roles));
    expect(new Set(listed)).toEqual(new Set(used));
    expect(new Set(listed).size).toBe(listed.length);
  }
});
