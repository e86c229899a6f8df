import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readCheckpointConfig } from '../checkpoint/config.js';
import { writeReleasedConfig } from '../random/random-checkpoint.js';
import { FrameNoise } from '../runtime/noise.js';
import { PredictorTrial, type TrialFrames, type TrialWeights } from './predictor-trial.js';

export interface DraftTiming {
  /** Share of drafts that were right. */
  readonly acceptance: number;
  /** Of a frame with drafts; without, there is one for each code. */
  readonly passes: number;
  /** Milliseconds a frame, medians. */
  readonly without: number;
  readonly drafting: number;
  /** Time with drafts divided by time without, the median of the pairs; `cpu` is processor time of all threads. */
  readonly ratio: { readonly wall: number; readonly cpu: number };
}

const FRAMES = 4;

/** Times the code predictor of 0.6B with drafts and without them, in turns. */
export async function measureDrafts(
  folder: string,
  weights: TrialWeights,
  pairs: number,
  threads: number,
): Promise<DraftTiming> {
  await mkdir(folder, { recursive: true });
  await writeReleasedConfig('customvoice-0.6b', join(folder, 'checkpoint'));
  const config = await readCheckpointConfig(join(folder, 'checkpoint'));
  const { codeGroups, hiddenSize } = config.talker;
  const { vocabularySize } = config.codePredictor;
  const trial = await PredictorTrial.open(folder, config, weights, threads);
  const drafts = { drafted: 0, accepted: 0 };
  const times = { plain: [] as Used[], drafting: [] as Used[] };
  for (let pair = -1; pair < pairs; pair++) {
    const hidden = new Float32Array(FRAMES * hiddenSize);
    const noise = new Float32Array(FRAMES * (codeGroups - 1) * vocabularySize);
    new FrameNoise(1, pair + 1).gumbel(hidden);
    new FrameNoise(2, pair + 1).gumbel(noise);
    const first = BigInt64Array.from({ length: FRAMES }, (_, i) => BigInt((pair + 1) * 101 + i * 7));
    const frames: TrialFrames = { rows: 1, hidden, first, noise };
    const order = pair % 2 === 0 ? [false, true] : [true, false];
    for (const speculate of order) {
      const before = { wall: performance.now(), cpu: process.cpuUsage() };
      const result = await trial.run(frames, speculate);
      const { user, system } = process.cpuUsage(before.cpu);
      const used = { wall: (performance.now() - before.wall) / FRAMES, cpu: (user + system) / 1000 / FRAMES };
      // The first pair warms up.
      if (pair < 0) continue;
      times[speculate ? 'drafting' : 'plain'].push(used);
      drafts.drafted += result.drafts.drafted;
      drafts.accepted += result.drafts.accepted;
    }
  }
  await trial.close();
  const { plain, drafting } = times;
  const ratio = (of: keyof Used) => median(drafting.map((used, i) => used[of] / plain[i]![of]));
  return {
    acceptance: drafts.accepted / drafts.drafted,
    passes: codeGroups - 1 - drafts.accepted / (pairs * FRAMES),
    without: median(plain.map(({ wall }) => wall)),
    drafting: median(drafting.map(({ wall }) => wall)),
    ratio: { wall: ratio('wall'), cpu: ratio('cpu') },
  };
}

interface Used {
  readonly wall: number;
  readonly cpu: number;
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!;
