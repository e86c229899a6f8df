import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GraphBuilder, type Value } from '@ownvoice/qwen3-tts/internals/graph/onnx/builder';
import { bool } from '@ownvoice/qwen3-tts/internals/graph/onnx/tensor';
import type { PythonPackage } from '@ownvoice/shared/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkGraphs, onnxPackage } from './harness/onnx-checker.js';

const INSTALL_MS = 400_000;
const scratch = await mkdtemp(join(tmpdir(), 'onnx-checker-'));
afterAll(() => rm(scratch, { recursive: true }));
let onnx: PythonPackage;
beforeAll(async () => {
  onnx = await onnxPackage();
}, INSTALL_MS);

interface Values {
  /** float32, 2 × 8. */
  readonly x: Value;
  /** float16, 2 × 8. */
  readonly half: Value;
  /** float32, 3 × 5. */
  readonly other: Value;
  readonly bytes: Value;
}

/** A graph whose only output, float32, is what `make` computes. */
function graphOf(make: (g: GraphBuilder, values: Values) => Value): Uint8Array {
  const g = GraphBuilder.create('main', { append: () => ({ location: '', offset: 0, length: 0 }) });
  const x = g.input('x', 'float32', [2, 8]);
  const half = g.input('half', 'float16', [2, 8]);
  const other = g.input('other', 'float32', [3, 5]);
  const bytes = g.input('bytes', 'uint8', ['any']);
  g.output(make(g, { x, half, other, bytes }), 'y', 'float32', ['rows', 'columns']);
  return g.toModel();
}

/** What `make` computes, in a Loop of one round. */
function looped(make: (g: GraphBuilder, values: Values) => Value) {
  return (g: GraphBuilder, values: Values) => {
    const body = g.subgraph('body');
    body.input('index', 'int64', []);
    body.input('go_on', 'bool', []);
    body.output(body.constant(bool([], [true])), 'again', 'bool', []);
    body.output(make(body, values), 'result', 'float32');
    return g.node('Squeeze', [g.node('Loop', [g.ints(1), ''], { body }), g.ints([0])]);
  };
}

const quantized = (of: Value, { bytes, x }: Values) => ['com.microsoft:MatMulNBits', [of, bytes, x]] as const;
const SIZES = { N: 5, K: 8, bits: 8, block_size: 32 };

test.for<[string, RegExp, (g: GraphBuilder, values: Values) => Value]>([
  ['a float32 added to a float16', /inconsistent type/, (g, { x, half }) => g.node('Add', [x, half])],
  ['the same in a Loop', /inconsistent type/, looped((g, { x, half }) => g.node('Add', [x, half]))],
  ['an input that nothing computes', /input 'missing'/, (g, { x }) => g.node('Add', [x, 'missing'])],
  ['a product of 2 × 8 and 3 × 5', /Incompatible dimensions/, (g, { x, other }) => g.node('MatMul', [x, other])],
  ['an operator without its second input', /input size 1/, (g, { x }) => g.node('Add', [x])],
  [
    'an attribute that the operator does not have',
    /attribute: axes/,
    (g, { x }) => g.node('Softmax', [x], { axes: 1 }),
  ],
  [
    'a float16 where float32 is declared',
    /[Ii]nferred elem type/,
    (g, { half }) => g.node('com.microsoft:QuickGelu', [half]),
  ],
  [
    'a float32 residual beside a float16',
    /inconsistent type/,
    (g, { x, half }) => g.node('com.microsoft:SkipSimplifiedLayerNormalization', [x, half, x]),
  ],
  [
    'a quantized product of 3 × 5 and 8 × 5',
    /Incompatible dimensions/,
    (g, values) => g.node(...quantized(values.other, values), SIZES),
  ],
])('onnx refuses %s', async ([label, reason, make], { skip }) => {
  if (onnx.kind === 'missing') return skip(onnx.why);
  const file = join(scratch, `${label.replaceAll(' ', '-')}.onnx`);
  await writeFile(file, graphOf(make));
  expect(await checkGraphs(onnx, [file])).toEqual([{ error: expect.stringMatching(reason) }]);
});

test('onnx accepts the same graphs without the faults', async ({ skip }) => {
  if (onnx.kind === 'missing') return skip(onnx.why);
  const sound: ((g: GraphBuilder, values: Values) => Value)[] = [
    looped((g, { x }) => g.node('Add', [x, x])),
    (g, { x }) => g.node('com.microsoft:SkipSimplifiedLayerNormalization', [x, x, x]),
    (g, values) => g.node(...quantized(values.x, values), SIZES),
  ];
  const files = sound.map((_, i) => join(scratch, `sound-${i}.onnx`));
  await Promise.all(files.map((file, i) => writeFile(file, graphOf(sound[i]!))));
  for (const verdict of await checkGraphs(onnx, files))
    expect(verdict).toEqual({ types: expect.objectContaining({ y: 'float32' }) });
});
