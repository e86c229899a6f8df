/**
 * Opens the adapter as a model does, and finds out by trying what no interface tells. A process of its own: a driver that
 * crashes ends nothing else, and the Vulkan loader's log is in its output.
 */
import { GraphBuilder, type Value } from '../graph/onnx/builder.js';
import { InferenceSession, Tensor } from '../onnxruntime/onnxruntime.js';
import { PROBE_MARK, type ProbeResult, TRY_BUFFERS } from './probe-result.js';

const NO_WEIGHTS = {
  append: () => {
    throw new Error('The graph has no external data.');
  },
};
/** What every implementation of WebGPU has to have, and more than a model's largest table takes. */
const SMALLEST_BUFFER = 2 ** 27;
const LARGEST_BUFFER = 2 ** 32;
const ROW = 4096;

async function run(
  type: 'float32' | 'float16',
  values: Float32Array | Uint16Array,
  build: (g: GraphBuilder, x: Value) => Value,
): Promise<Tensor> {
  const g = GraphBuilder.create('probe', NO_WEIGHTS);
  g.output(build(g, g.input('x', type, [values.length])), 'y', type);
  const session = await InferenceSession.create(g.toModel(), {
    executionProviders: ['webgpu', 'cpu'],
    graphOptimizationLevel: 'disabled',
    logSeverityLevel: 4,
  });
  const { y } = await session.run({ x: new Tensor(type, values, [values.length]) });
  return y!;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function failure(): Promise<string | null> {
  try {
    const { data } = await run('float32', Float32Array.of(1, -2.5), (g, x) => g.node('Add', [x, x]));
    return data[0] === 2 && data[1] === -5 ? null : `1 + 1 is ${data[0]} there.`;
  } catch (error) {
    return messageOf(error);
  }
}

/** 0x3c00 is 1 and 0x4000 is 2 in half precision. */
async function hasShaderF16(): Promise<boolean | null> {
  try {
    const { data } = await run('float16', Uint16Array.of(0x3c00), (g, x) => g.node('Add', [x, x]));
    return (data as unknown as ArrayLike<number>)[0] === 0x4000;
  } catch (error) {
    return /requires f16/.test(messageOf(error)) ? false : null;
  }
}

/** The largest buffer of a power of two that is filled and read back right. No interface tells the limit. */
async function largestBuffer(): Promise<number | null> {
  let largest: number | null = null;
  for (let bytes = SMALLEST_BUFFER; bytes <= LARGEST_BUFFER; bytes *= 2) {
    const rows = bytes / 4 / ROW;
    const last = await run('float32', Float32Array.of(3), (g, x) => {
      const all = g.node('Expand', [x, g.ints([rows, ROW])]);
      return g.node('Slice', [all, g.ints([rows - 1, ROW - 1]), g.ints([rows, ROW])]);
    }).catch(() => undefined);
    if (last?.data[0] !== 3) break;
    largest = bytes;
  }
  return largest;
}

const broken = await failure();
const result: ProbeResult = {
  failure: broken,
  shaderF16: broken === null ? await hasShaderF16() : null,
  largestBufferBytes: broken === null && process.argv.includes(TRY_BUFFERS) ? await largestBuffer() : null,
};
console.log(`${PROBE_MARK}${JSON.stringify(result)}`);
