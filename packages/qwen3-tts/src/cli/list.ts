import { rm } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { UsageError } from '@ownvoice/shared/command-line';
import { VARIANT_NAMES } from '@ownvoice/shared/contract/models';
import { VOICES } from '@ownvoice/shared/contract/voices';
import { RELEASES } from '../download/released-files.js';
import { describeModelFolder, folderBytes, modelFoldersIn, presetSpeakers } from '../store/model-folders.js';
import { type CommandContext, MODELS_DIR_OPTION, type ModelCommand, modelsDir } from './command.js';

export const list: ModelCommand = {
  usage: 'list',
  summary: 'Show the variants, and every folder with a model, its state and size.',
  options: MODELS_DIR_OPTION,
  async run(context, _operands, options) {
    const dir = modelsDir(options['models-dir'], context);
    context.print(`Models in ${dir}:`);
    const folders = await modelFoldersIn(dir);
    const listed = await Promise.all(folders.map((name) => describeModelFolder(join(dir, name))));
    for (const variant of VARIANT_NAMES) {
      const found = listed.filter((_, i) => `${folders[i]}-`.replace('checkpoints/', '').startsWith(`${variant}-`));
      const isUnbuilt = found.some(({ kind }) => kind === 'checkpoint') && !found.some(({ kind }) => kind === 'built');
      const pull = isUnbuilt ? [`not built: "npm run model -- pull ${variant}" builds them`] : [];
      const state = [...new Set(found.map((model) => model.state)), ...pull].join(', ') || 'not installed';
      context.print(`  ${variant.padEnd(18)} ${RELEASES[variant].repository.padEnd(38)} ${state}`);
    }
    for (const [i, name] of folders.entries()) await printFolder(dir, name, listed[i]!, context);
  },
};

async function printFolder(
  dir: string,
  name: string,
  model: Awaited<ReturnType<typeof describeModelFolder>>,
  { print }: CommandContext,
): Promise<void> {
  const speakers = 'found' in model ? ((await presetSpeakers(model.found)) ?? []).map((speaker) => speaker.name) : [];
  const own = speakers.filter((speaker) => !VOICES.some(({ id }) => id === speaker.toLowerCase()));
  const voices = own.length > 0 ? `, speakers ${own.join(', ')}` : '';
  const size = gigabytes(await folderBytes(join(dir, name)));
  print(`  ${name}: ${model.state}${voices}, ${size}`);
}

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
