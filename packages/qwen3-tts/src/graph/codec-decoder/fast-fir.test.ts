import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fastFir, transformKernel } from './fast-fir.js';

describe('fastFir', () => {
  test('gives what the filter itself gives, with outputs + taps − 1 products', () => {
    const small = fc.float({ noNaN: true, min: -1, max: 1 });
    const filter = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 7 })).chain(([outputs, taps]) =>
      fc.record({
        outputs: fc.constant(outputs),
        kernel: fc.array(small, { minLength: taps, maxLength: taps }),
        input: fc.array(small, { minLength: outputs + taps - 1, maxLength: outputs + taps - 1 }),
      }),
    );
    fc.assert(
      fc.property(filter, ({ outputs, kernel, input }) => {
        const fir = fastFir(outputs, kernel.length);
        expect(fir.products).toBe(outputs + kernel.length - 1);
        const transformed = transformKernel(fir, Float32Array.from(kernel));
        const products = Array.from(transformed, (weight, p) => {
          const row = fir.inputTransform.subarray(p * fir.products, (p + 1) * fir.products);
          return weight * row.reduce((sum, factor, j) => sum + factor * input[j]!, 0);
        });
        for (let i = 0; i < outputs; i++) {
          const row = fir.outputTransform.subarray(i * fir.products, (i + 1) * fir.products);
          const fast = row.reduce((sum, factor, p) => sum + factor * products[p]!, 0);
          const direct = kernel.reduce((sum, weight, k) => sum + weight * input[i + k]!, 0);
          expect(Math.abs(fast - direct)).toBeLessThan(2e-5);
        }
      }),
    );
  });

  test('refuses more products than it has points for', () => {
    expect(() => fastFir(7, 7)).toThrow('points');
  });
});
