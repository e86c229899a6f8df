import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Resampler, readWav, WavError } from '@ownvoice/audio';
import { oneOf, UsageError } from '@ownvoice/shared/command-line';
import { DEVICE_CHOICES, VARIANT_NAMES } from '@ownvoice/shared/contract/models';
import { checkVariant, type Report } from '../doctor/check-variant.js';
import type { Finding } from '../doctor/finding.js';
import { findInstalled, type InstalledVariant } from '../doctor/installed-variant.js';
import { variantAt } from '../store/model-folders.js';
import { MODELS_DIR_OPTION, type ModelCommand, modelsDir } from './command.js';

const SAMPLE_RATE = 24_000;

export const doctor: ModelCommand = {
  usage: 'doctor [variant]',
  summary: 'Check files, tokenizer, numbers, speed and sound of what is installed, or of a folder, and say what to do.',
  options: {
    ...MODELS_DIR_OPTION,
    device: `one of ${DEVICE_CHOICES.join(', ')} (default: auto)`,
    reference: 'WAV file with the voice that a base model clones',
  },
  flags: { json: 'print one JSON object with all figures' },
  async run(context, [name], options) {
    const folder = modelsDir(options['models-dir'], context);
    const device = oneOf('--device', options.device ?? (context.env.TTS_DEVICE || 'auto'), DEVICE_CHOICES);
    const reference =
      options.reference === undefined ? undefined : await recording(resolve(context.cwd, options.reference));
    const path = name && VARIANT_NAMES.every((variant) => variant !== name) ? resolve(context.cwd, name) : undefined;
    const isFolder = path !== undefined && existsSync(path);
    const variants = isFolder
      ? [await variantAt(path)]
      : name
        ? [oneOf('The variant', name, VARIANT_NAMES)]
        : VARIANT_NAMES;
    const at = isFolder ? { path } : {};
    const all = await Promise.all(
      variants.map((variant) => findInstalled(variant, { modelsDir: folder, device, reference, ...at })),
    );
    const installed = name ? all : all.filter(isInstalled);
    if (installed.length === 0)
      throw new UsageError(`nothing is installed in ${folder}; "npm run model -- pull <variant>" installs a model`);
    const print = options.json ? () => {} : context.print;
    const reports: Report[] = [];
    for (const variant of installed) {
      print(variant.variant);
      const report = await checkVariant(variant, (finding) => print(line(finding)));
      print(`  ${report.verdict.message}`);
      reports.push(report);
    }
    if (options.json) context.print(JSON.stringify({ reports }, null, 2));
    return reports.some(({ verdict }) => verdict.result === 'failed') ? 1 : 0;
  },
};

function isInstalled({ checkpoint, builds, unusable }: InstalledVariant): boolean {
  return checkpoint !== undefined || builds.length + unusable.length > 0;
}

function line({ check, result, detail, advice }: Finding): string {
  return `  ${result.padEnd(8)} ${check}: ${detail}${advice === undefined ? '' : ` ${advice}`}`;
}

async function recording(path: string): Promise<Float32Array> {
  try {
    const { samples, sampleRate } = readWav(await readFile(path));
    return new Resampler(sampleRate, SAMPLE_RATE).resample(samples);
  } catch (error) {
    if (error instanceof WavError || (error instanceof Error && 'code' in error)) {
      throw new UsageError(`--reference ${path}: ${error.message}`);
    }
    throw error;
  }
}
