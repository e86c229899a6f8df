import { rm } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { UsageError } from '@ownvoice/shared/command-line';
import { folderBytes, modelFoldersIn } from '../store/model-folders.js';
import { MODELS_DIR_OPTION, type ModelCommand, modelsDir } from './command.js';

export const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

export const remove: ModelCommand = {
  usage: 'remove <folder>',
  summary: 'Delete a folder of the models folder that "list" shows: a build, or official files.',
  options: MODELS_DIR_OPTION,
  async run(context, [given = ''], options) {
    const dir = modelsDir(options['models-dir'], context);
    const known = await modelFoldersIn(dir);
    // Also as a path, as the shell completes it.
    const name = [given, relative(dir, resolve(context.cwd, given))]
      .map((path) => path.split(sep).join('/').replace(/\/$/, ''))
      .find((path) => known.includes(path));
    if (name === undefined)
      throw new UsageError(`${dir} has no folder ${JSON.stringify(given)}; it has ${known.join(', ') || 'no model'}`);
    const bytes = await folderBytes(join(dir, name));
    await rm(join(dir, name), { recursive: true });
    context.print(`Removed ${join(dir, name)}, ${gigabytes(bytes)}.`);
  },
};
