import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codecInventory } from '@ownvoice/qwen3-tts/internals/checkpoint/codec-inventory';
import { type CheckpointConfig, readCheckpointConfig } from '@ownvoice/qwen3-tts/internals/checkpoint/config';
import { type Inventory, modelInventory } from '@ownvoice/qwen3-tts/internals/checkpoint/inventory';
import type { TensorSource } from '@ownvoice/qwen3-tts/internals/checkpoint/safetensors';
import { codecDecoderGraph, generationGraph, singleFrameGraph } from '@ownvoice/qwen3-tts/internals/graph/index';
import { WeightLoader } from '@ownvoice/qwen3-tts/internals/graph/weights/weight-loader';
import { type OnnxGraph, readOnnx } from '@ownvoice/qwen3-tts/internals/testing/onnx-file';
import { expect, test } from 'vitest';
import { writeReleasedConfig } from './random-checkpoint.js';

/** What every device of WebGPU binds. @see https://www.w3.org/TR/webgpu/#limits (maxStorageBufferBindingSize) */
const SMALLEST_LIMIT = 2 ** 27;
/** Of an element in float32, the widest precision. */
const BYTES = 4;

/** The configuration of the larger models, with one layer of each kind: another one has the same widths. */
async function released(): Promise<CheckpointConfig> {
  const folder = await mkdtemp(join(tmpdir(), 'released-'));
  await writeReleasedConfig('customvoice-1.7b', folder);
  const config = await readCheckpointConfig(folder);
  await rm(folder, { recursive: true });
  return {
    ...config,
    talker: { ...config.talker, layers: 1 },
    codePredictor: { ...config.codePredictor, layers: 1 },
    codecDecoder: { ...config.codecDecoder, layers: 1 },
  };
}

const elements = (shape: readonly number[]) => shape.reduce((product, size) => product * size, 1);

/** Weights that are all zero. */
function zeros(inventory: Inventory): WeightLoader {
  const info = (name: string) => ({ dtype: 'F32', shape: inventory.get(name)! });
  const read = async (name: string) => new Float32Array(elements(info(name).shape));
  const source: TensorSource = {
    names: () => [...inventory.keys()],
    has: (name) => inventory.has(name),
    info,
    read,
    readRows: read,
  };
  return new WeightLoader(source, 'fp32');
}

const sink = { append: (bytes: Uint8Array) => ({ location: 'weights', offset: 0, length: bytes.length }) };

/** Bytes of the largest weight on the device. Of one that is only cut by constants, the runtime sends the cuts. */
function largestBuffer({ nodes, initializers }: OnnxGraph): number {
  const sizes = [...initializers].map(([name, { shape }]) => {
    const users = nodes.filter(({ inputs }) => inputs.includes(name));
    const cuts = users.map(({ operator, inputs: [whole, ...bounds] }) => {
      const [start, end] = bounds.map((bound) => initializers.get(bound)?.bytes);
      const isCut = operator === 'Slice' && whole === name && start && end;
      const rows = isCut ? Number(end.readBigInt64LE() - start.readBigInt64LE()) : shape[0]!;
      return rows * elements(shape.slice(1));
    });
    return shape.length === 0 ? 1 : Math.max(...cuts);
  });
  return Math.max(...sizes) * BYTES;
}

test('no weight of a frame of a released model needs a larger buffer than every GPU has', async () => {
  const config = await released();
  const weights = zeros(modelInventory(config));
  const made = await generationGraph(weights, config, sink, 'cpu');
  const graph = readOnnx(await singleFrameGraph(weights, config, sink, made));
  // The stacked embeddings of the code predictor, which would not fit.
  const largest = Math.max(...[...graph.initializers.values()].map(({ shape }) => elements(shape)));
  expect(largest * BYTES).toBeGreaterThan(SMALLEST_LIMIT);
  expect(largestBuffer(graph)).toBeLessThanOrEqual(SMALLEST_LIMIT);
});

test('no weight of the released codec needs a larger buffer than every GPU has', async () => {
  const config = await released();
  const { model } = await codecDecoderGraph(zeros(codecInventory(config)), config.codecDecoder, sink, 'webgpu');
  expect(largestBuffer(readOnnx(model))).toBeLessThanOrEqual(SMALLEST_LIMIT);
});

test('keys and values of the longest row of a released model need no larger buffer than every GPU has', async () => {
  const { keyValueHeads, maxPositions, headSize } = (await released()).talker;
  expect(keyValueHeads * maxPositions * headSize * BYTES).toBeLessThanOrEqual(SMALLEST_LIMIT);
});
