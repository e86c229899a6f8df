import { DEVICES, GPU_PRECISIONS, PRECISIONS, type Precision } from '@ownvoice/shared/contract/models';
import { expect, test } from 'vitest';
import type { Manifest } from '../build/manifest.js';
import type { GraphTarget } from '../graph/target.js';
import { listSupportedBackends } from '../onnxruntime/onnxruntime.js';
import { assertBfloat16, chooseDevice, codecDevice, EXECUTION_PROVIDERS, optimizationLevel } from './device.js';
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

const hasWebgpu = listSupportedBackends().some(({ name }) => name === 'webgpu');
test.skipIf(!hasWebgpu)('WebGPU takes models for processors', () => {
  const manifest = (precision: Precision, target: GraphTarget) => ({ precision, target }) as Manifest;
  for (const precision of PRECISIONS.filter((name) => !GPU_PRECISIONS.includes(name))) {
    expect(chooseDevice('webgpu', manifest(precision, 'cpu'))).toBe('webgpu');
  }
  expect(() => chooseDevice('webgpu', manifest('fp16', 'gpu'))).toThrow('runs on CUDA only');
  expect(() => chooseDevice('webgpu', manifest('fp32', 'gpu'))).toThrow('was built for CUDA');
});

test('WebGPU encodes no references, and gets no extended fusions', () => {
  expect(EXECUTION_PROVIDERS.webgpu.encoder).toEqual(['cpu']);
  expect(optimizationLevel('webgpu')).toBe('basic');
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
