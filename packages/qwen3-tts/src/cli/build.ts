import { resolve } from 'node:path';
import { oneOf, UsageError } from '@ownvoice/shared/command-line';
import { PRECISION_DEVICES, PRECISIONS } from '@ownvoice/shared/contract/models';
import { buildModel } from '../build/build-model.js';
import type { ModelCommand } from './command.js';

export const build: ModelCommand = {
  usage: 'build <checkpoint-dir> --out <dir>',
  summary: 'Convert official files to the graphs that the service runs.',
  options: {
    out: 'folder to write; an existing one is replaced. The service finds a model by <models-dir>/<variant>',
    precision: `one of ${PRECISIONS.join(', ')}; fp16 runs on ${PRECISION_DEVICES.fp16.join(' and ')} only (default: int8)`,
  },
  async run(context, [folder = ''], options) {
    const checkpoint = resolve(context.cwd, folder);
    if (!options.out) throw new UsageError('--out must name the folder to write');
    const out = resolve(context.cwd, options.out);
    const precision = oneOf('--precision', options.precision ?? 'int8', PRECISIONS);
    const manifest = await buildModel({ checkpoint, out, precision, onProgress: context.progress });
    const bytes = manifest.files.reduce((sum, { size }) => sum + size, 0);
    context.print(`${out}: ${manifest.kind}, ${manifest.size}, ${precision}, ${(bytes / 1e6).toFixed(0)} MB`);
  },
};
