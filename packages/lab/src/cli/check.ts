import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { ModelCommand } from '@ownvoice/qwen3-tts/internals/cli/command';
import { oneOf } from '@ownvoice/shared/command-line';
import { DEVICES } from '@ownvoice/shared/contract/models';
import { checkFolder } from '../golden/check-folder.js';
import { ComputedTensors } from '../golden/computed-tensors.js';

export const check: ModelCommand = {
  usage: 'check <golden-dir>...',
  summary: 'Build the checkpoints of golden cases at fp32, run every case and compare the results.',
  options: {
    'write-out': 'safetensors file for the computed tensors, under the names of the expected ones',
    only: 'part of the names of the cases to run (default: all)',
    device: `one of ${DEVICES.join(', ')} (default: cpu)`,
  },
  async run({ cwd, print }, operands, options) {
    const folders = operands.flatMap((argument) => goldenFoldersIn(resolve(cwd, argument)));
    const device = oneOf('--device', options.device ?? 'cpu', DEVICES);
    let passed = 0;
    let failed = 0;
    const computed = new ComputedTensors();
    for (const folder of folders) {
      print(folder);
      try {
        const report = await checkFolder(folder, (findings) => print(`  ${findings}`), {
          device,
          only: options.only,
        });
        for (const { ok } of report.findings) ok ? passed++ : failed++;
        computed.include(report.computed, folders.length > 1 ? `${basename(folder)}.` : '');
      } catch (error) {
        failed++;
        print(`  NOT OK  ${error instanceof Error ? error.message : error}`);
      }
    }
    if (options['write-out']) await computed.write(resolve(cwd, options['write-out']));
    print(`${passed} passed, ${failed} failed`);
    return failed === 0 ? 0 : 1;
  },
};

/** The folder itself, or the golden folders in it. A file, as `*` may name one, is ignored. */
function goldenFoldersIn(folder: string): string[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isFile()) return [];
  if (existsSync(join(folder, 'cases.json')) || !existsSync(folder)) return [folder];
  const inside = readdirSync(folder).map((name) => join(folder, name));
  const golden = inside.filter((path) => existsSync(join(path, 'cases.json')));
  return golden.length > 0 ? golden : [folder];
}
