import { resolve } from 'node:path';
import { VARIANT_NAMES } from '@ownvoice/shared/contract/models';
import { writeRandomCheckpoint } from '../random/random-checkpoint.js';
import { type Command, oneOf, onlyArgument, UsageError } from './command.js';

export const random: Command = {
  usage: 'random <variant> --out <dir>',
  summary: 'Write a checkpoint of the real dimensions with random weights, for measurements.',
  options: {
    out: 'folder to write',
    seed: 'whole number (default: 1)',
    distinctness: 'of codes, above 0, at most 1; the more alike they are, the more drafts are right (default: 1)',
  },
  async run(positionals, options, context) {
    const variant = oneOf('The variant', onlyArgument(positionals, 'a variant'), VARIANT_NAMES);
    if (!options.out) throw new UsageError('--out must name the folder to write');
    const seed = Number(options.seed ?? 1);
    if (!Number.isSafeInteger(seed)) throw new UsageError('--seed must be a whole number');
    const distinctness = Number(options.distinctness ?? 1);
    if (!(distinctness > 0 && distinctness <= 1)) throw new UsageError('--distinctness must be above 0 and at most 1');
    const out = resolve(context.cwd, options.out);
    await writeRandomCheckpoint(variant, out, seed, distinctness);
    context.print(`${out}: ${variant} with random weights`);
    return 0;
  },
};
