import { PRECISIONS, VARIANT_NAMES } from '@ownvoice/shared/contract/models';
import { RELEASES } from '../download/released-files.js';
import { findModel } from '../store/model-folders.js';
import { type Command, modelsDir } from './command.js';

export const list: Command = {
  usage: 'list',
  summary: 'Show the variants and what is installed of each.',
  options: { 'models-dir': 'folder of the models (default: TTS_MODELS_DIR, else .data/models)' },
  async run(_positionals, options, context) {
    const folder = modelsDir(options['models-dir'], context);
    context.print(`Models in ${folder}:`);
    for (const variant of VARIANT_NAMES) {
      const states = new Set<string>();
      for (const precision of PRECISIONS) {
        const found = await findModel(folder, variant, precision, precision);
        if (found.kind === 'built') states.add(`built at ${found.manifest.precision}`);
        else if (found.kind === 'checkpoint') states.add('downloaded');
        else if (found.kind === 'unusable') states.add(`unusable: ${found.reason}`);
      }
      const state = [...states].join(', ') || 'not installed';
      context.print(`  ${variant.padEnd(18)} ${RELEASES[variant].repository.padEnd(38)} ${state}`);
    }
    return 0;
  },
};
