import { resolve } from 'node:path';
import type { ModelCommand } from '@ownvoice/qwen3-tts/internals/cli/command';
import { oneOf, UsageError } from '@ownvoice/shared/command-line';
import { VARIANT_NAMES } from '@ownvoice/shared/contract/models';
import { writeRandomCheckpoint } from '../random-checkpoint/random-checkpoint.js';

export const random: ModelCommand = {
  usage: 'random <variant> --out <dir>',
  summary: 'Write a checkpoint of the real dimensions with random weights, for measurements.',
  options: {
    out: 'folder to write',
    seed: 'whole number (default: 1)',
  },
  async run(context, [name], options) {
    const variant = oneOf('The variant', name, VARIANT_NAMES);
    if (!options.out) throw new UsageError('--out must name the folder to write');
    const seed = Number(options.seed ?? 1);
    if (!Number.isSafeInteger(seed)) throw new UsageError('--seed must be a whole number');
    const out = resolve(context.cwd, options.out);
    await writeRandomCheckpoint(variant, out, seed);
    context.print(`${out}: ${variant} with random weights`);
  },
};
