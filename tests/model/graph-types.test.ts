import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { goldenFolders } from '@ownvoice/qwen3-tts/internals/testing/golden-folders';
import { builtGolden } from '@ownvoice/qwen3-tts/internals/testing/golden-models';
import { allNodes, readOnnx } from '@ownvoice/qwen3-tts/internals/testing/onnx-file';
import { PRECISIONS } from '@ownvoice/shared/contract/models';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkGraphs, onnxPackage } from './harness/onnx-checker.js';
import { hasKernel, OPERATORS, typedGraph } from './harness/value-types.js';

/** Every variant at every precision, and at fp32 for both targets. */
const BUILDS = goldenFolders().flatMap(({ name }) => [
  ...PRECISIONS.map((precision) => ({
    label: `${name} at ${precision}`,
    name,
    precision,
    target: precision === 'fp16' ? ('gpu' as const) : ('cpu' as const),
  })),
  { label: `${name} at fp32 for GPUs`, name, precision: 'fp32' as const, target: 'gpu' as const },
]);

const INSTALL_AND_CHECK_MS = 400_000;

const folders = new Map<string, string>();
beforeAll(async () => {
  for (const { label, name, precision, target } of BUILDS)
    folders.set(label, await builtGolden(name, precision, target));
}, 300_000);
const folderOf = (label: string) => folders.get(label) ?? '';

async function graphsOf(label: string): Promise<{ name: string; model: Uint8Array }[]> {
  const names = (await readdir(folderOf(label))).filter((name) => name.endsWith('.onnx'));
  return Promise.all(names.map(async (name) => ({ name, model: await readFile(join(folderOf(label), name)) })));
}

test('every operator is in operators.json', async () => {
  const used = new Set<string>();
  for (const { label } of BUILDS) {
    for (const { model } of await graphsOf(label))
      for (const { operator } of allNodes(readOnnx(model))) used.add(operator);
  }
  expect(Object.keys(OPERATORS.operators).sort(), [...used].sort().join(' ')).toEqual([...used].sort());
});

describe.each(BUILDS)('$label', ({ label, precision, target }) => {
  test('gives every operator the types that it takes', async () => {
    for (const { model } of await graphsOf(label)) expect(typedGraph(readOnnx(model)).nodes.length).toBeGreaterThan(0);
  });

  test('has a kernel of its provider for every operator', async () => {
    for (const { name, model } of await graphsOf(label)) {
      const onGpu = target === 'gpu' && (name === 'generation.onnx' || name === 'codec-decoder.onnx');
      const provider = onGpu ? 'cuda' : 'cpu';
      const missing = typedGraph(readOnnx(model)).nodes.filter((node) => !hasKernel(node, provider));
      const operators = new Set(missing.map(({ node }) => node.operator));
      // In float32 the processor has to compute the attention. WebGPU's kernels are not listed, but its graphs are the processor's
      // in all but products of half precision.
      const attention = precision === 'fp32' && name === 'generation.onnx' && onGpu;
      const product = precision === 'fp16' && name === 'frame.onnx';
      const known = [...(attention ? ['com.microsoft:GroupQueryAttention'] : []), ...(product ? ['MatMul'] : [])];
      expect([...operators], name).toEqual(known);
    }
  });
});

test('onnx finds every graph valid and infers the same types', { timeout: INSTALL_AND_CHECK_MS }, async ({ skip }) => {
  const onnx = await onnxPackage();
  if (onnx.kind === 'missing') return skip(onnx.why);
  const graphs = await Promise.all(BUILDS.map(({ label }) => graphsOf(label)));
  const files = graphs.flatMap((found, i) => found.map(({ name }) => join(folderOf(BUILDS[i]!.label), name)));
  const verdicts = await checkGraphs(onnx, files);
  for (const [i, { model }] of graphs.flat().entries()) {
    const { types, nodes } = typedGraph(readOnnx(model));
    const computed = nodes.flatMap(({ node }) => node.outputs).filter((name) => name !== '');
    const ours = Object.fromEntries(computed.map((name) => [name, types.get(name)]));
    expect(verdicts[i], files[i]).toEqual({ types: expect.objectContaining(ours) });
  }
});

/** The operators of a frame for CUDA, and the types of their first inputs. */
const FRAME_OPERATORS = [
  'FusedMatMul, GroupQueryAttention, QuickGelu | float16',
  'Gather, MatMul, Mul | float16, float32',
  'Split | float16, float32, int64',
  'ArgMax, CumSum, Div, GatherElements, Shape, SimplifiedLayerNormalization, SkipSimplifiedLayerNormalization, Slice, Softmax, Squeeze, TopK, Unsqueeze | float32',
  'Add | float32, int32, int64',
  'Cast | bool, float16, float32, int64',
  'Concat, GreaterOrEqual, Less, ReduceSum | float32, int64',
  'Equal, GatherND, Reshape | int64',
  'Sub | int32',
  'And, Or, Where | bool',
];

test('the operators of a frame have these types', async () => {
  const found = new Map<string, Set<string>>();
  for (const { label } of BUILDS.filter(({ precision }) => precision === 'fp16')) {
    const graph = readOnnx(await readFile(join(folderOf(label), 'generation.onnx')));
    const { types } = typedGraph(graph);
    const loop = graph.nodes.find(({ operator }) => operator === 'Loop')!;
    for (const { operator, inputs } of allNodes(loop.graphs[0]!)) {
      const name = operator.replace('com.microsoft:', '');
      found.set(name, (found.get(name) ?? new Set()).add(types.get(inputs[0]!)!));
    }
  }
  const groups = new Map<string, string[]>();
  for (const [name, kinds] of found) {
    const key = [...kinds].sort().join(', ');
    groups.set(key, [...(groups.get(key) ?? []), name].sort());
  }
  const rows = [...groups].map(([types, names]) => `${names.join(', ')} | ${types}`);
  expect(rows.sort()).toEqual([...FRAME_OPERATORS].sort());
});
