import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { MODEL_ENVIRONMENT } from '@ownvoice/qwen3-tts/environment';
import { GraphBuilder } from '@ownvoice/qwen3-tts/internals/graph/onnx/builder';
import { InferenceSession, Tensor } from '@ownvoice/qwen3-tts/internals/onnxruntime/onnxruntime';
import { median } from '../harness/report.js';

/** Bytes a second that reading gets from memory through large pages, in a process like the engine's. */
export async function memoryReadBandwidth(threads: number): Promise<number> {
  const env = { ...MODEL_ENVIRONMENT, ...process.env, OWNVOICE_READ_THREADS: String(threads) };
  const child = fork(fileURLToPath(import.meta.url), { env });
  const [bandwidth] = (await once(child, 'message')) as [number];
  await once(child, 'exit');
  return bandwidth;
}

const [COLUMNS, ROWS] = [4096, 16384];
const RUNS = 12;

/**
 * Bytes a second that the runtime reads when a product has one row: 256 MB of weights, each read once. The median of
 * several runs. Large pages are those of the process, see MODEL_ENVIRONMENT.
 */
async function readBandwidth(threads: number): Promise<number> {
  const g = GraphBuilder.create('read');
  const x = g.input('x', 'float32', [1, COLUMNS]);
  const weight = g.input('weight', 'float32', [COLUMNS, ROWS]);
  g.output(g.node('MatMul', [x, weight]), 'y', 'float32', [1, ROWS]);
  const session = await InferenceSession.create(g.toModel(), { intraOpNumThreads: threads, logSeverityLevel: 3 });
  const feeds = {
    x: new Tensor('float32', new Float32Array(COLUMNS).fill(1), [1, COLUMNS]),
    weight: new Tensor('float32', new Float32Array(COLUMNS * ROWS).fill(1), [COLUMNS, ROWS]),
  };
  await session.run(feeds);
  const seconds: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now();
    await session.run(feeds);
    seconds.push((performance.now() - start) / 1000);
  }
  await session.release();
  return (4 * COLUMNS * ROWS) / median(seconds);
}

const { OWNVOICE_READ_THREADS: threads } = process.env;
if (process.send && threads) {
  const bandwidth = await readBandwidth(Number(threads));
  process.send(bandwidth, () => process.exit(0));
}
