import { DEVICES, PRECISION_DEVICES, PRECISIONS } from '@ownvoice/shared/contract/models';
import { expect, test } from 'vitest';
import { listSupportedBackends } from '../onnxruntime/onnxruntime.js';
import { DEVICE_TRAITS, devicesFor, explained, isDeviceLoss } from './device.js';
import { MODEL_ENVIRONMENT } from './environment.js';
import { sessionOptions } from './sessions.js';

test('CUDA computes float32 in float32', () => {
  expect(MODEL_ENVIRONMENT.NVIDIA_TF32_OVERRIDE).toBe('0');
});

const available = listSupportedBackends().map(({ name }) => name);
const others = DEVICES.filter((device) => device !== 'cpu' && !available.includes(device));

test('a device that is named is the only one, and has to run the precision', () => {
  for (const precision of PRECISIONS) {
    for (const device of PRECISION_DEVICES[precision].filter((name) => !others.includes(name))) {
      expect(devicesFor(device, precision)).toEqual([device]);
    }
  }
  expect(() => devicesFor('cpu', 'fp16')).toThrow(
    'A model built at fp16 runs on cuda or webgpu only; build it at fp32, int8 or int4 for cpu.',
  );
});

test.skipIf(!available.includes('cuda'))('CUDA takes no quantized model', () => {
  for (const precision of ['int8', 'int4'] as const) {
    const refusal = `A model built at ${precision} runs on webgpu or cpu only; build it at fp32 or fp16 for cuda.`;
    expect(() => devicesFor('cuda', precision)).toThrow(refusal);
  }
});

test.runIf(others.length > 0)('a device that the runtime lacks is refused in one sentence', () => {
  for (const device of others) {
    const refusal = `The device ${device} is not part of this installation of onnxruntime-node on ${process.platform}.`;
    expect(() => devicesFor(device, 'fp32')).toThrow(refusal);
  }
});

test('auto tries a GPU where there may be one, then the CPU where that runs the model', () => {
  const gpus = (['cuda', 'webgpu'] as const).filter((name) => available.includes(name));
  expect(devicesFor('auto', 'int8', () => true)).toEqual([...gpus.filter((name) => name === 'webgpu'), 'cpu']);
  expect(devicesFor('auto', 'int8', () => false)).toEqual(['cpu']);
  if (gpus.length > 0) expect(devicesFor('auto', 'fp16', () => true)).toEqual(gpus);
  expect(() => devicesFor('auto', 'fp16', () => false)).toThrow(
    'A model built at fp16 runs on cuda or webgpu only, and no GPU is found here; build it at fp32, int8 or int4.',
  );
});

test('a GPU without half precision is named in one sentence, with what to build', () => {
  const found = new Error('GenerateSourceCode Program Cast requires f16 but the device does not support it.');
  expect(explained(found, 'webgpu')).toMatchObject({
    name: 'ModelError',
    message: 'The GPU has no shader-f16, which a model built at fp16 needs; build it at fp32, int8 or int4 for webgpu.',
  });
  const other = new Error('The device is lost.');
  expect(explained(other, 'webgpu')).toBe(other);
  expect([isDeviceLoss(other), isDeviceLoss(found)]).toEqual([true, false]);
});

test('WebGPU gets no extended fusions', () => {
  expect(sessionOptions('generation', 'webgpu', 1).graphOptimizationLevel).toBe('basic');
});

test.each(DEVICES)(
  '%s falls back to the CPU, which encodes references, whose convolutions meet every length',
  (device) => {
    expect(DEVICE_TRAITS[device].providers.at(-1)).toBe('cpu');
    expect(sessionOptions('encoder', device, 1).executionProviders).toEqual(['cpu']);
  },
);
