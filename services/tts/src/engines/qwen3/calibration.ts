import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { SpeechModel } from '@ownvoice/qwen3-tts/runtime';
import { nvidiaGpu } from '../../machine/measure-machine.js';

/** Begins with a dot: what loading writes is no part of the build. */
const FILE = '.calibration.json';

/** What the speed of a model depends on. */
export type Conditions = Awaited<ReturnType<typeof conditionsOf>>;

export async function conditionsOf(info: SpeechModel['info']) {
  const { build, runtime, device, threads } = info;
  const cores = cpus();
  const gpu = device === 'cpu' ? null : await nvidiaGpu();
  return { build, runtime, device, threads, cpu: `${cores.length} × ${cores[0]?.model.trim()}`, gpu };
}

/** The real-time factor of one utterance alone that an earlier start measured; undefined under other conditions. */
export async function readCalibration(folder: string, conditions: Conditions): Promise<number | undefined> {
  try {
    const { measuredRtf, ...measured } = JSON.parse(await readFile(join(folder, FILE), 'utf8'));
    const isUsable = Number.isFinite(measuredRtf) && measuredRtf > 0;
    return isUsable && JSON.stringify(measured) === JSON.stringify(conditions) ? measuredRtf : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a real-time factor in the model's folder. Two processes that share the folder never read half a file. */
export async function writeCalibration(folder: string, conditions: Conditions, measuredRtf: number): Promise<void> {
  const temporary = join(folder, `${FILE}.${process.pid}`);
  try {
    await writeFile(temporary, JSON.stringify({ ...conditions, measuredRtf }));
    await rename(temporary, join(folder, FILE));
  } catch {
    // A read-only or full volume: the next start measures again.
    await rm(temporary, { force: true }).catch(() => {});
  }
}
