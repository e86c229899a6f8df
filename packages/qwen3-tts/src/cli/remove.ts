import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { VARIANT_NAMES } from '@ownvoice/shared/contract/models';
import { type Command, modelsDir, onlyArgument, UsageError } from './command.js';

export const remove: Command = {
  usage: 'remove <folder>',
  summary: 'Delete a folder of the models folder: a build, or the official files of a variant (checkpoints/<variant>).',
  options: { 'models-dir': 'folder of the models (default: TTS_MODELS_DIR, else .data/models)' },
  async run(positionals, options, context) {
    const folder = modelsDir(options['models-dir'], context);
    const name = onlyArgument(positionals, 'the name of a folder');
    const below = async (path: string) =>
      (await readdir(join(folder, path)).catch(() => [])).map((entry) => join(path, entry));
    const ofVariants = [...(await below('.')), ...(await below('checkpoints'))].filter((path) =>
      VARIANT_NAMES.some((variant) => path.replace(/^checkpoints./, '').startsWith(variant)),
    );
    const found = ofVariants.find((path) => resolve(folder, path) === resolve(folder, name));
    if (!found)
      throw new UsageError(
        `${folder} has no folder ${JSON.stringify(name)}; it has ${ofVariants.join(', ') || 'no model'}`,
      );
    await rm(join(folder, found), { recursive: true });
    context.print(`${join(folder, found)} is removed`);
    return 0;
  },
};
