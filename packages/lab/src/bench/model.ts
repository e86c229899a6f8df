import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { MODEL_ENVIRONMENT } from '@ownvoice/qwen3-tts/environment';
import { type Precision, VARIANT_NAMES } from '@ownvoice/shared/contract/models';
import { answerHelp, machine } from './harness/report.js';
import { builtModel, CACHE } from './model/built-model.js';
import { memoryReadBandwidth } from './model/read-bandwidth.js';
import { reportMemory } from './model/report-memory.js';
import { type ModelLoad, reportModel } from './model/report-model.js';

answerHelp(`usage: npm run bench -- model [VARIANT] [OPTION...]

How fast the model computes, with random weights of the released dimensions: language model and codec. VARIANT is one of
${VARIANT_NAMES.join(', ')}; the default is customvoice-0.6b.

  --precisions LIST  default int8,int4
  --batches LIST     batch sizes, default 1,2,4,8
  --cached LIST      positions in the KV cache, default 64,300,600
  --threads LIST     default: one thread for each core
  --operators        also the time of each kind of operator, on one thread and on all
  --memory           instead, what a base model keeps in memory
  --cache DIR        where built models are kept, default ${CACHE}`);

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      precisions: { type: 'string', default: 'int8,int4' },
      batches: { type: 'string', default: '1,2,4,8' },
      cached: { type: 'string', default: '64,300,600' },
      threads: { type: 'string', default: String(availableParallelism()) },
      operators: { type: 'boolean', default: false },
      memory: { type: 'boolean', default: false },
      cache: { type: 'string', default: CACHE },
    },
  });
  const [named = 'customvoice-0.6b'] = positionals;
  const variant = VARIANT_NAMES.find((name) => name === named);
  if (!variant) throw new Error(`${named} is not a variant`);
  const numbers = (list: string) => list.split(',').map(Number);
  const { operators, memory } = values;
  if (memory && !variant.startsWith('base')) throw new Error(`${variant} takes no recordings`);
  const load = { batches: numbers(values.batches), cached: numbers(values.cached), operators, memory };
  console.log(`${variant}, random weights · ${machine()}`);
  for (const threads of numbers(values.threads)) {
    const bandwidth = await memoryReadBandwidth(threads);
    console.log(`\n${threads} threads; reading memory: ${(bandwidth / 1e9).toFixed(1)} GB/s`);
    for (const precision of values.precisions.split(',') as Precision[]) {
      const folder = await builtModel(values.cache, variant, precision);
      // In a process of its own, with the engine's environment: the peak memory is that of one model.
      const env = { ...MODEL_ENVIRONMENT, ...process.env };
      const child = fork(fileURLToPath(import.meta.url), { env });
      child.send({ ...load, folder, precision, threads, bandwidth });
      await once(child, 'exit');
    }
  }
}

if (process.send) {
  process.once('message', async (task) => {
    const load = task as ModelLoad;
    await (load.memory ? reportMemory(load) : reportModel(load));
    process.disconnect();
  });
} else await main();
