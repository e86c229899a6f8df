import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { oneOf, UsageError } from '@ownvoice/shared/command-line';
import {
  DEVICE_CHOICES,
  PRECISION_CHOICES,
  PRECISION_DEVICES,
  PRECISIONS,
  VARIANT_NAMES,
} from '@ownvoice/shared/contract/models';
import { buildModel } from '../build/build-model.js';
import {
  choosePrecision,
  folderBytes,
  holdsBuild,
  isOlderBuild,
  modelFoldersIn,
  writeDefaultVariant,
} from '../store/model-folders.js';
import { obtainModel } from '../store/obtain-model.js';
import { type CommandContext, type ModelCommand, modelsDir } from './command.js';
import { gigabytes } from './list.js';

export const pull: ModelCommand = {
  usage: 'pull <variant>',
  summary: `Download the official files, verify and build them. Variants: ${VARIANT_NAMES.join(', ')}.`,
  options: {
    precision: `one of ${PRECISION_CHOICES.join(', ')} (default: auto, which is int8, and fp16 for cuda and webgpu)`,
    device: `one of ${DEVICE_CHOICES.join(', ')}; decides the precision auto (default: auto)`,
    'models-dir': 'folder for the result (default: TTS_MODELS_DIR, else .data/models)',
  },
  async run(context, [name], options) {
    const variant = oneOf('The variant', name, VARIANT_NAMES);
    const device = oneOf('--device', options.device ?? (context.env.TTS_DEVICE || 'auto'), DEVICE_CHOICES);
    const wanted = oneOf('--precision', options.precision ?? (context.env.TTS_PRECISION || 'auto'), PRECISION_CHOICES);
    const dir = modelsDir(options['models-dir'], context);
    const transferred = transferMeter();
    const isFirst = !(await holdsBuild(dir));
    const folder = await obtainModel(variant, {
      modelsDir: dir,
      precision: choosePrecision(wanted, device),
      endpoint: context.env.HF_ENDPOINT,
      token: context.env.HF_TOKEN,
      signal: context.signal,
      onProgress: (stage, share, detail, bytes) =>
        context.progress(`${stage} ${variant}: ${bytes ? transferred(bytes) : detail}`, share),
      onWarning: context.print,
    });
    // As from the page: the first one is what a service loads that is told no variant.
    if (isFirst) await writeDefaultVariant(dir, variant);
    context.print(`${variant} is ready in ${folder}`);
    await offerRemoval(dir, context);
  },
};

/** Says how much of a download is there, how fast it comes and how long it will take. */
export function transferMeter(now = () => performance.now()) {
  let begun: { readonly at: number; readonly done: number } | undefined;
  return ({ done, total }: { readonly done: number; readonly total: number }): string => {
    begun ??= { at: now(), done };
    const amount = `${(done / 1e9).toFixed(1)} of ${gigabytes(total)}`;
    const seconds = (now() - begun.at) / 1_000;
    // What was there before counts for nothing.
    const speed = (done - begun.done) / seconds;
    if (seconds < 1 || speed === 0) return amount;
    const left = (total - done) / speed;
    const time = left < 90 ? `${Math.ceil(left)} s` : `${Math.ceil(left / 60)} min`;
    return `${amount}, ${(speed / 1e6).toFixed(1)} MB/s, ${time} left`;
  };
}

/** Builds of older versions, which nothing here reads any more: asked for once, and named where nobody can be asked. */
async function offerRemoval(dir: string, { print, confirm }: CommandContext): Promise<void> {
  const older = (await modelFoldersIn(dir)).filter(isOlderBuild);
  if (older.length === 0) return;
  const sizes = await Promise.all(older.map((name) => folderBytes(join(dir, name))));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  print(`Builds of older versions, ${gigabytes(bytes)}: ${older.join(', ')}`);
  if (await confirm('Remove them?')) for (const name of older) await rm(join(dir, name), { recursive: true });
  else print('"npm run model -- remove <folder>" deletes one.');
}

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
