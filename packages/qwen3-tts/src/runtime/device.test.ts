import { DEVICES, GPU_PRECISIONS, PRECISIONS, type Precision } from '@ownvoice/shared/contract/models';
import { expect, test } from 'vitest';
import type { Manifest } from '../build/manifest.js';
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
const FRAME = { path: 'frame.onnx', size: 1, sha256: '' };
const manifest = (precision: Precision, files = [FRAME]) =>
  ({ precision, target: precision in GPU_PRECISIONS ? 'gpu' : 'cpu', files }) as unknown as Manifest;

test.skipIf(!hasWebgpu)('WebGPU takes models of every precision but bf16', () => {
  for (const precision of PRECISIONS.filter((name) => name !== 'bf16')) {
    expect(chooseDevice('webgpu', manifest(precision))).toBe('webgpu');
  }
  expect(() => chooseDevice('webgpu', manifest('bf16'))).toThrow(
    'A model built at bf16 runs on cuda only; build it at fp32, mixed, int8 or int4 for webgpu.',
  );
});

test.skipIf(!hasWebgpu)('a model at fp16 from before its graphs for WebGPU is to be built again', () => {
  expect(() => chooseDevice('webgpu', manifest('fp16', []))).toThrow(
    'This model was built without the graphs of WebGPU; build the model again.',
  );
});

test('a processor takes no model at fp16, by name or by auto', () => {
  const refusal = 'A model built at fp16 runs on cuda or webgpu only; build it at fp32, mixed, int8 or int4 for cpu.';
  expect(() => chooseDevice('cpu', manifest('fp16'))).toThrow(refusal);
  if (!listSupportedBackends().some(({ name }) => name === 'cuda')) {
    expect(() => chooseDevice('auto', manifest('fp16'))).toThrow(refusal);
  }
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
