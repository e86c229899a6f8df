import { DEVICES } from '@ownvoice/shared/contract/models';
import { expect, test } from 'vitest';
import { assertBfloat16, codecDevice, EXECUTION_PROVIDERS } from './device.js';
import { MODEL_ENVIRONMENT } from './environment.js';

test('Core ML gets no codec with minimal filtering', () => {
  expect(codecDevice('coreml', { target: 'cpu' })).toBe('cpu');
  expect(codecDevice('coreml', { target: 'gpu' })).toBe('coreml');
  expect(codecDevice('cuda', { target: 'gpu' })).toBe('cuda');
});

test('CUDA computes float32 in float32, and no graph whose convolutions meet every length', () => {
  expect(MODEL_ENVIRONMENT.NVIDIA_TF32_OVERRIDE).toBe('0');
  expect(EXECUTION_PROVIDERS.cuda.encoder).toEqual(['cpu']);
});

test('every device falls back to the processor', () => {
  for (const device of DEVICES) {
    for (const providers of Object.values(EXECUTION_PROVIDERS[device])) expect(providers.at(-1)).toBe('cpu');
  }
});

test('bf16 on a GPU without it is refused in one sentence', () => {
  expect(() => assertBfloat16(7.5)).toThrow(
    'compute capability 8.0 or higher, and this machine has one of 7.5; use fp16.',
  );
  assertBfloat16(8);
  assertBfloat16(undefined);
});
