import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MODEL_FILES } from '@ownvoice/qwen3-tts/internals/build/manifest';
import { readCheckpointConfig } from '@ownvoice/qwen3-tts/internals/checkpoint/config';
import { openSession } from '@ownvoice/qwen3-tts/internals/runtime/sessions';
import { quantile } from '../harness/report.js';
import { generationFeeds } from './generation-feeds.js';

/** Operators whose time is that of the operators within, which a profile lists too. */
const CONTAINERS = ['Loop', 'If'];
const PRODUCTS = 'MatMulNBits';

/** Frames of a profiled run. */
const FRAMES = 4;
const RUNS = 2;
/** The time of a node that counts is the one below which this share lies: the others were interrupted. */
const SHARE = 0.2;

/** One run of an operator of the generation graph. */
interface ProfiledOperator {
  /** Begins with the node's path in the network. */
  readonly name: string;
  readonly operator: string;
  readonly microseconds: number;
}

/** The share of the code predictor in the time of the generation graph's operators, from a profile of one run. */
export async function predictorShare(folder: string, threads: number): Promise<number> {
  const operators = await profileGeneration(folder, threads);
  const time = (some: readonly ProfiledOperator[]) => some.reduce((sum, { microseconds }) => sum + microseconds, 0);
  return time(operators.filter(({ name }) => name.startsWith('/code_predictor/'))) / time(operators);
}

/** Prints the time of each kind of operator on one thread and on several, the largest first. */
export async function reportOperators(folder: string, threads: number): Promise<void> {
  const [alone, together] = [await operatorTimes(folder, 1), await operatorTimes(folder, threads)];
  const small = (times: ReadonlyMap<string, number>) =>
    [...times].reduce((sum, [operator, time]) => sum + (operator === PRODUCTS ? 0 : time), 0);
  const print = (name: string, one: number, all: number) =>
    console.log(`${name.padEnd(36)} ${one.toFixed(2).padStart(8)} ${all.toFixed(2).padStart(10)}`);
  console.log(`\n${'milliseconds a frame'.padEnd(36)} 1 thread  ${threads} threads`);
  for (const [operator, time] of [...together].toSorted(([, one], [, other]) => other - one)) {
    print(operator, alone.get(operator) ?? 0, time);
  }
  print(`all but ${PRODUCTS}`, small(alone), small(together));
}

/** Milliseconds a frame that each kind of operator of the generation graph takes. */
async function operatorTimes(folder: string, threads: number): Promise<Map<string, number>> {
  const nodes = new Map<string, { readonly operator: string; readonly times: number[] }>();
  for (let run = 0; run < RUNS; run++) {
    for (const { name, operator, microseconds } of await profileGeneration(folder, threads)) {
      const node = nodes.get(name) ?? { operator, times: [] };
      node.times.push(microseconds);
      nodes.set(name, node);
    }
  }
  const sums = new Map<string, number>();
  for (const { operator, times } of nodes.values()) {
    const milliseconds = (quantile(times, SHARE) * times.length) / (1000 * FRAMES * RUNS);
    sums.set(operator, (sums.get(operator) ?? 0) + milliseconds);
  }
  return sums;
}

/** Profiles one run of the generation graph on the CPU. */
async function profileGeneration(folder: string, threads: number): Promise<ProfiledOperator[]> {
  const config = await readCheckpointConfig(join(folder, MODEL_FILES.checkpoint));
  const scratch = await mkdtemp(join(tmpdir(), 'ownvoice-profile-'));
  try {
    const options = { profile: join(scratch, 'run') };
    const session = await openSession(folder, MODEL_FILES.generation, 'generation', 'cpu', threads, options);
    try {
      await session.run(generationFeeds(config, { batch: 1, cached: 64, frames: FRAMES }), ['codes']);
    } finally {
      await session.release();
    }
    const [file] = await readdir(scratch);
    if (!file) throw new Error('the runtime wrote no profile');
    const events = JSON.parse(await readFile(join(scratch, file), 'utf8')) as ProfileEvent[];
    return events.flatMap(({ name, dur, args }) => {
      const operator = args?.op_name;
      if (operator === undefined || CONTAINERS.includes(operator)) return [];
      return [{ name, operator, microseconds: dur }];
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
  readonly args?: { readonly op_name?: string };
}
