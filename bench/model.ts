import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ModelMeasurement, predictorShare, type Timing } from '@ownvoice/qwen3-tts/measure';
import { type Precision, VARIANT_NAMES } from '@ownvoice/shared/contract/models';
import { builtModel, CACHE } from './model/built-model.js';
import { reportOperators } from './model/operators.js';
import { memoryReadBandwidth } from './model/read-bandwidth.js';
import { withModelEnvironment } from './model/restart.js';
import { weightTraffic } from './model/weight-traffic.js';
import { machine } from './report/machine.js';
import { answerHelp } from './report/usage.js';

answerHelp(`usage: npm run bench -- model [VARIANT] [OPTION...]

How fast the model computes, with random weights of the released dimensions. VARIANT is one of
${VARIANT_NAMES.join(', ')}; the default is customvoice-0.6b.

  --precisions LIST  default int8,int4
  --batches LIST     batch sizes, default 1,2,4,8
  --cached LIST      positions in the KV cache, default 64,300,600
  --threads LIST     default: one thread for each core
  --operators        also the time of each kind of operator, on one thread and on all
  --cache DIR        where built models are kept, default ${CACHE}`);

const FRAMES = 12;
const RUNS = 5;
const FRAME_MILLISECONDS = 80;
/** Frames that a streamed answer decodes at a time. */
const CODEC_FRAMES = 8;

interface Task {
  readonly folder: string;
  readonly threads: number;
  readonly batches: readonly number[];
  readonly cached: readonly number[];
}

interface Measured {
  readonly loadTime: number;
  readonly peakBytes: number;
  readonly codec: Timing;
  readonly generation: readonly (Timing & { readonly batch: number; readonly cached: number })[];
}

/** Runs in a child process: the peak memory is that of one model. */
async function measure({ folder, threads, batches, cached }: Task): Promise<Measured> {
  const model = await ModelMeasurement.open(folder, threads);
  const codec = await model.decode(CODEC_FRAMES, RUNS);
  const generation: Measured['generation'][number][] = [];
  for (const batch of batches) {
    for (const length of cached) {
      const load = { batch, cached: length, frames: FRAMES, runs: RUNS };
      generation.push({ batch, cached: length, ...(await model.generate(load)) });
    }
  }
  return { loadTime: model.loadTime, peakBytes: process.resourceUsage().maxRSS * 1024, codec, generation };
}

async function measureInChild(task: Task): Promise<Measured> {
  const child = fork(fileURLToPath(import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.send(task);
  const [measured] = (await once(child, 'message')) as [Measured];
  await once(child, 'exit');
  return measured;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      precisions: { type: 'string', default: 'int8,int4' },
      batches: { type: 'string', default: '1,2,4,8' },
      cached: { type: 'string', default: '64,300,600' },
      threads: { type: 'string', default: String(availableParallelism()) },
      operators: { type: 'boolean', default: false },
      cache: { type: 'string', default: CACHE },
    },
  });
  const [named = 'customvoice-0.6b'] = positionals;
  const variant = VARIANT_NAMES.find((name) => name === named);
  if (!variant) throw new Error(`${named} is not a variant`);
  const numbers = (list: string) => list.split(',').map(Number);
  console.log(`${variant}, random weights · ${machine()}`);
  for (const threads of numbers(values.threads)) {
    const bandwidth = await memoryReadBandwidth(threads);
    console.log(`\n${threads} threads; reading memory: ${(bandwidth / 1e9).toFixed(1)} GB/s`);
    for (const precision of values.precisions.split(',') as Precision[]) {
      const folder = await builtModel(values.cache, variant, precision);
      const task = { folder, threads, batches: numbers(values.batches), cached: numbers(values.cached) };
      report(precision, await measureInChild(task), {
        share: await predictorShare(folder, threads),
        floor: ((await weightTraffic(folder, precision)) / bandwidth) * 1000,
      });
      if (values.operators) await reportOperators(folder, threads);
    }
  }
}

/** `share`: the code predictor's part of the time; `floor`: milliseconds to read a frame's weights from memory. */
function report(precision: string, measured: Measured, { share, floor }: { share: number; floor: number }): void {
  const { loadTime, peakBytes, codec, generation } = measured;
  console.log(
    `\n${precision}: loaded in ${(loadTime / 1000).toFixed(1)} s, peak ${(peakBytes / 1e9).toFixed(2)} GB, codec ${codec.wall.toFixed(1)} ms a frame ` +
      `(${codec.cpu.toFixed(1)} of processor), predictor ${(100 * share).toFixed(0)} % of the language model, floor ${floor.toFixed(1)} ms`,
  );
  console.log('batch  cached  talker  predictor  ms/frame  of processor  × floor  frames/s  RTF with codec');
  for (const { batch, cached, wall, cpu } of generation) {
    const perStream = (wall / batch + codec.wall) / FRAME_MILLISECONDS;
    const cells = [
      String(batch).padStart(5),
      String(cached).padStart(6),
      (wall * (1 - share)).toFixed(1).padStart(6),
      (wall * share).toFixed(1).padStart(9),
      wall.toFixed(1).padStart(8),
      cpu.toFixed(1).padStart(12),
      (wall / floor).toFixed(1).padStart(7),
      ((1000 * batch) / wall).toFixed(1).padStart(8),
      perStream.toFixed(2).padStart(14),
    ];
    console.log(cells.join('  '));
  }
}

if (process.send) {
  process.once('message', async (task) => {
    process.send?.(await measure(task as Task), () => process.exit(0));
  });
} else await withModelEnvironment(import.meta.url, main);
