import { expect, test } from 'vitest';
import { computeCapability, hasBfloat16 } from './compute-capability.js';

const printing = (text: string) => computeCapability(() => text);

test('bf16 needs compute capability 8.0 of every GPU', () => {
  expect(hasBfloat16(printing('8.0\n'))).toBe(true);
  expect(hasBfloat16(printing('12.0\n9.0\n'))).toBe(true);
  expect(hasBfloat16(printing('7.5\n'))).toBe(false);
  expect(hasBfloat16(printing('9.0\n7.0\n'))).toBe(false);
});

test('what the driver does not tell is not known', () => {
  const missing = () => {
    throw new Error('ENOENT');
  };
  expect(hasBfloat16(computeCapability(missing))).toBeUndefined();
  expect(hasBfloat16(printing(''))).toBeUndefined();
  expect(hasBfloat16(printing('No devices were found\n'))).toBeUndefined();
  expect(hasBfloat16(printing('[N/A]\n8.0\n'))).toBeUndefined();
});
