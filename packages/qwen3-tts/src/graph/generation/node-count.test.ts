import { join } from 'node:path';
import type { Precision } from '@ownvoice/shared/contract/models';
import { describe, expect, test } from 'vitest';
import { type CheckpointConfig, readCheckpointConfig } from '../../checkpoint/config.js';
import { modelInventory } from '../../checkpoint/inventory.js';
import type { TensorSource } from '../../checkpoint/safetensors.js';
import { goldenFolders } from '../../testing/golden-folders.js';
import { allNodes, readOnnx } from '../../testing/onnx-file.js';
import { WeightLoader } from '../weights/weight-loader.js';
import { generationGraph } from './generation.js';
import { singleFrameGraph } from './single-frame.js';

/** Layers of the released models; the count of nodes depends on no width. */
const LAYERS = { talker: 28, codePredictor: 5 };

/** Weights that are all alike. */
function sourceOf(config: CheckpointConfig): TensorSource {
  const inventory = modelInventory(config);
  const info = (name: string) => ({ dtype: 'BF16', shape: inventory.get(name)! });
  const read = async (name: string) =>
    new Float32Array(info(name).shape.reduce((product, size) => product * size, 1)).fill(0.01);
  return { names: () => [...inventory.keys()], has: (name) => inventory.has(name), info, read, readRows: read };
}

/** The configuration of a reduced checkpoint with the layers of the released models. */
async function configOf(variant: string): Promise<CheckpointConfig> {
  const { folder } = goldenFolders().find(({ name }) => name === variant)!;
  const reduced = await readCheckpointConfig(join(folder, 'checkpoint'));
  return {
    ...reduced,
    talker: { ...reduced.talker, layers: LAYERS.talker },
    codePredictor: { ...reduced.codePredictor, layers: LAYERS.codePredictor },
  };
}

const sink = { append: (bytes: Uint8Array) => ({ location: 'weights', offset: 0, length: bytes.length }) };

/** Nodes that one frame executes in the layout for GPUs, where nothing is conditional, by operator. */
async function nodesOfFrame(variant: string): Promise<Map<string, number>> {
  const config = await configOf(variant);
  const { model } = await generationGraph(new WeightLoader(sourceOf(config), 'fp16'), config, sink, 'gpu');
  const loops = readOnnx(model).nodes.filter(({ operator }) => operator === 'Loop');
  expect(loops.length).toBe(1);
  const counts = new Map<string, number>();
  for (const { operator } of allNodes(loops[0]!.graphs[0]!)) counts.set(operator, (counts.get(operator) ?? 0) + 1);
  return counts;
}

const total = (counts: Map<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0);

describe('a frame on CUDA', () => {
  test.each([
    { variant: 'customvoice-0.6b', nodes: 1900, casts: 430 },
    { variant: 'customvoice-1.7b', nodes: 1900, casts: 430 },
  ] as const)('of $variant executes at most $nodes nodes, $casts of them casts', async (bounds) => {
    const counts = await nodesOfFrame(bounds.variant);
    expect(total(counts)).toBeLessThanOrEqual(bounds.nodes);
    expect(counts.get('Cast')).toBeLessThanOrEqual(bounds.casts);
  });
});

describe('a frame on WebGPU', () => {
  // These say where a buffer begins and how it is divided; nothing is launched for them.
  const VIEWS = ['Reshape', 'Squeeze', 'Unsqueeze', 'Shape', 'Identity'];

  async function frameOf(variant: string, precision: Precision) {
    const config = await configOf(variant);
    const weights = new WeightLoader(sourceOf(config), precision);
    const made = await generationGraph(weights, config, sink, precision === 'fp16' ? 'gpu' : 'cpu');
    return readOnnx(await singleFrameGraph(weights, config, sink, made));
  }

  test.each([
    { variant: 'customvoice-0.6b', precision: 'int8', nodes: 1675 },
    { variant: 'customvoice-1.7b', precision: 'int8', nodes: 1705 },
    { variant: 'customvoice-0.6b', precision: 'fp16', nodes: 3325 },
    { variant: 'customvoice-1.7b', precision: 'fp16', nodes: 3355 },
  ] as const)('of $variant at $precision executes at most $nodes operators', async ({ variant, precision, nodes }) => {
    const graph = await frameOf(variant, precision);
    // Embedding tables are cut and cast when the graph is loaded.
    const ofTables = (name = '') => /codec_embedding(\.table$|\/Slice)/.test(name);
    const launched = graph.nodes.filter(
      ({ operator, inputs }) => !VIEWS.includes(operator) && (operator === 'Gather' || !ofTables(inputs[0])),
    );
    expect(launched.length).toBeLessThanOrEqual(nodes);
  });

  test('keeps activations of quantized products in float32', async () => {
    const graph = await frameOf('customvoice-0.6b', 'int8');
    const products = graph.nodes.filter(({ operator }) => operator === 'com.microsoft:MatMulNBits');
    const levels = new Set(products.map(({ integers }) => integers.get('accuracy_level')));
    expect(levels).toEqual(new Set([1]));
  });
});
