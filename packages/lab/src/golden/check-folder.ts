import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildModel } from '@ownvoice/qwen3-tts/internals/build/build-model';
import { SafetensorsFile } from '@ownvoice/qwen3-tts/internals/checkpoint/safetensors';
import { readTokenizer } from '@ownvoice/qwen3-tts/internals/checkpoint/tokenizer';
import { loadModel } from '@ownvoice/qwen3-tts/internals/runtime/speech-model';
import type { Device } from '@ownvoice/shared/contract/models';
import { checkCase } from './check-case.js';
import { checkCodec, checkReferences, checkSampling, checkTokenizer } from './check-parts.js';
import { ComputedTensors } from './computed-tensors.js';
import { Findings } from './findings.js';
import { readGoldenFolder } from './golden-folder.js';

export interface FolderReport {
  readonly findings: readonly Findings[];
  readonly computed: ComputedTensors;
}

export interface CheckOptions {
  /** Default: the CPU. */
  readonly device?: Device;
  /** Part of the names of the cases to run; all when left out. */
  readonly only?: string | undefined;
}

/**
 * Builds the folder's checkpoint at fp32 and runs all of its cases with the code that serves requests.
 * @param onFindings called for each case when it is done
 */
export async function checkFolder(
  folder: string,
  onFindings: (findings: Findings) => void,
  { device = 'cpu', only }: CheckOptions = {},
): Promise<FolderReport> {
  const golden = await readGoldenFolder(folder);
  const expected = await SafetensorsFile.open(join(folder, 'expected.safetensors'));
  const built = await mkdtemp(join(tmpdir(), 'ownvoice-check-'));
  const all: Findings[] = [];
  const computed = new ComputedTensors();
  const run = async (name: string, compare: (findings: Findings) => Promise<void>) => {
    if (only !== undefined && !name.includes(only)) return;
    const findings = new Findings(name);
    await compare(findings).catch((error: unknown) => findings.failed(error));
    all.push(findings);
    onFindings(findings);
  };
  try {
    const checkpoint = join(folder, 'checkpoint');
    const out = join(built, 'model');
    await buildModel({ checkpoint, out, precision: 'fp32' });
    const tokenizer = await readTokenizer(checkpoint);
    const model = await loadModel({ folder: out, device });
    const context = { golden, expected, computed, tokenizer, model };
    try {
      await run('tokenizer', (findings) => checkTokenizer(context, findings));
      for (const entry of golden.cases) await run(entry.name, (findings) => checkCase(context, entry, findings));
      for (const index of indices(expected, /^codec\.codes\.(.+)$/)) {
        await run(`codec ${index}`, (findings) => checkCodec(context, index, findings));
      }
      for (const index of indices(expected, /^encoder\.waveform\.(.+)$/)) {
        await run(`reference ${index}`, (findings) => checkReferences(context, index, findings));
      }
      for (const index of indices(expected, /^sampling\.(.+)\.logits$/)) {
        await run(`sampling ${index}`, (findings) => checkSampling(context, index, findings));
      }
    } finally {
      await model.close();
    }
  } finally {
    await expected.close();
    await rm(built, { recursive: true, force: true });
  }
  return { findings: all, computed };
}

/** The pattern's group in the names of the expected tensors. */
function indices(expected: SafetensorsFile, pattern: RegExp): string[] {
  return expected.names().flatMap((name) => pattern.exec(name)?.[1] ?? []);
}
