import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { type Adapter, adapterName } from '@ownvoice/qwen3-tts/adapter';
import type { SpeechModel } from '@ownvoice/qwen3-tts/runtime';
import { nvidiaGpu } from '../../machine/measure-machine.js';

/** Begins with a dot: what loading writes is no part of the build. */
const FILE = '.pace.json';

/** What the pace of a model depends on. */
export interface PaceConditions {
  readonly build: string;
  readonly runtime: string;
  readonly device: string;
  readonly threads: number;
  readonly processor: string;
  readonly gpu: string | null;
}

/** @param adapter of a model on WebGPU */
export async function paceConditions(info: SpeechModel['info'], adapter?: Adapter): Promise<PaceConditions> {
  const { build, runtime, device, threads } = info;
  const processors = cpus();
  const processor = `${processors.length} × ${processors[0]?.model.trim()}`;
  const gpu = device === 'cuda' ? await nvidiaGpu() : adapter ? adapterName(adapter) : null;
  return { build, runtime, device, threads, processor, gpu };
}

/** The real-time factor of one utterance alone, as an earlier start kept it; undefined under other conditions. */
export async function readPace(folder: string, conditions: PaceConditions): Promise<number | undefined> {
  try {
    const { realTimeFactor, ...kept } = JSON.parse(await readFile(join(folder, FILE), 'utf8'));
    const isUsable = Number.isFinite(realTimeFactor) && realTimeFactor > 0;
    return isUsable && JSON.stringify(kept) === JSON.stringify(conditions) ? realTimeFactor : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a real-time factor in the model's folder. Two processes that share the folder never read half a file. */
export async function keepPace(folder: string, conditions: PaceConditions, realTimeFactor: number): Promise<void> {
  const temporary = join(folder, `${FILE}.${process.pid}`);
  try {
    await writeFile(temporary, JSON.stringify({ ...conditions, realTimeFactor }));
    await rename(temporary, join(folder, FILE));
  } catch {
    // A read-only or full volume: the next start measures again.
    await rm(temporary, { force: true }).catch(() => {});
  }
}
