import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Device } from '@ownvoice/shared/contract/models';
import { MODEL_FILES } from '../build/model-files.js';
import { readCheckpointConfig } from '../checkpoint/config.js';
import type { GenerationSession } from '../runtime/generation-session.js';
import { openSession } from '../runtime/sessions.js';
import { dispose, FrameSession } from '../runtime/single-frame/frame-session.js';
import { generationFeeds } from './generation-feeds.js';

/** Operators whose time is that of the operators within, which a profile lists too. */
const CONTAINERS = ['Loop', 'If'];

/** One run of an operator of the generation graph. */
export interface ProfiledOperator {
  /** Begins with the node's path in the network. */
  readonly name: string;
  readonly operator: string;
  /** As in `CPUExecutionProvider`. */
  readonly provider: string;
  readonly microseconds: number;
}

/** The share of the code predictor in the time of the generation graph's operators, from a profile of one run. */
export async function predictorShare(folder: string, threads: number): Promise<number> {
  const operators = await profileGeneration(folder, 'cpu', threads);
  const time = (some: readonly ProfiledOperator[]) => some.reduce((sum, { microseconds }) => sum + microseconds, 0);
  return time(operators.filter(({ name }) => name.startsWith('/code_predictor/'))) / time(operators);
}

/** Profiles one run of the generation graph as {@link loadModel} opens it on a device; on WebGPU that is the graph of a frame. */
export async function profileGeneration(folder: string, device: Device, threads: number): Promise<ProfiledOperator[]> {
  const config = await readCheckpointConfig(join(folder, MODEL_FILES.checkpoint));
  const scratch = await mkdtemp(join(tmpdir(), 'ownvoice-profile-'));
  try {
    const profile = join(scratch, 'run');
    const session: GenerationSession =
      device === 'webgpu'
        ? await FrameSession.open(folder, device, threads, config, profile)
        : await openSession(folder, MODEL_FILES.generation, 'generation', device, threads, { profile });
    try {
      const feeds = generationFeeds(config, { batch: 1, cached: 64, frames: 4, runs: 1 }, session);
      dispose(await session.run(feeds, ['codes']));
    } finally {
      await session.release();
    }
    const [file] = await readdir(scratch);
    if (!file) throw new Error('the runtime wrote no profile');
    const events = JSON.parse(await readFile(join(scratch, file), 'utf8')) as ProfileEvent[];
    return events.flatMap(({ name, dur, args }) => {
      const operator = args?.op_name;
      if (operator === undefined || CONTAINERS.includes(operator)) return [];
      return [{ name, operator, provider: args?.provider ?? '', microseconds: dur }];
    });
  } finally {
    await rm(scratch, { recursive: true });
  }
}

/** What a profile says of one run of an operator. */
interface ProfileEvent {
  readonly name: string;
  /** Microseconds. */
  readonly dur: number;
  readonly args?: { readonly op_name?: string; readonly provider?: string };
}
