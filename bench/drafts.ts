import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type DraftTiming, measureDrafts } from '@ownvoice/qwen3-tts/measure';
import type { Precision } from '@ownvoice/shared/contract/models';
import { withModelEnvironment } from './model/restart.js';
import { machine } from './report/machine.js';
import { answerHelp } from './report/usage.js';

answerHelp(`usage: npm run bench -- drafts [OPTION...]

What drafting codes saves: the code predictor of 0.6B with random weights, frames with drafts and without in turns, and the
median of the ratios of each pair, by the share of drafts that are right. How alike the embeddings of codes are decides that share.

  --precisions LIST    default int8
  --distinctness LIST  0 … 1, default 1,0.5,0.25,0.1
  --pairs N            default 12, of 4 frames each
  --threads N          default: one for each core`);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      precisions: { type: 'string', default: 'int8' },
      distinctness: { type: 'string', default: '1,0.5,0.25,0.1' },
      pairs: { type: 'string', default: '12' },
      threads: { type: 'string', default: String(availableParallelism()) },
    },
  });
  const scratch = mkdtempSync(join(tmpdir(), 'ownvoice-drafts-'));
  process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
  console.log(`${machine()}, ${values.threads} threads, ${values.pairs} pairs of 4 frames`);
  console.log('precision  right  passes  without, ms  with, ms  ratio  of processor');
  for (const precision of values.precisions.split(',') as Precision[]) {
    for (const distinctness of values.distinctness.split(',').map(Number)) {
      const folder = join(scratch, `${precision}-${distinctness}`);
      const weights = { precision, distinctness, seed: 1 };
      report(precision, await measureDrafts(folder, weights, Number(values.pairs), Number(values.threads)));
      rmSync(folder, { recursive: true });
    }
  }
}

function report(precision: Precision, { acceptance, passes, without, drafting, ratio }: DraftTiming): void {
  const cells = [
    precision.padEnd(9),
    acceptance.toFixed(2).padStart(5),
    passes.toFixed(1).padStart(6),
    without.toFixed(1).padStart(11),
    drafting.toFixed(1).padStart(8),
    ratio.wall.toFixed(2).padStart(5),
    ratio.cpu.toFixed(2).padStart(12),
  ];
  console.log(cells.join('  '));
}

await withModelEnvironment(import.meta.url, main);
