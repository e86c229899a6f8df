import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Device } from '@ownvoice/shared/contract/models';
import { readManifest } from '../build/manifest.js';
import { MODEL_FILES } from '../build/model-files.js';
import { type CheckpointConfig, readCheckpointConfig } from '../checkpoint/config.js';
import { InferenceSession, Tensor } from '../onnxruntime/onnxruntime.js';
import type { Codec } from '../runtime/codec/codec.js';
import { CodecSession } from '../runtime/codec/codec-session.js';
import { EXECUTION_PROVIDERS } from '../runtime/device.js';
import { openSession } from '../runtime/sessions.js';

/** Operators whose time is that of the operators within, which a profile lists too. */
const CONTAINERS = ['Loop', 'If'];

/** A workload of the generation graph. */
export interface GenerationWorkload {
  /** Rows. */
  readonly batch: number;
  /** Positions in the KV cache of each row. */
  readonly cached: number;
  /** Frames per run. */
  readonly frames: number;
  readonly runs: number;
  /** The code predictor drafts codes. Default false. */
  readonly speculate?: boolean;
}

/** Milliseconds per frame of all rows together. */
export interface Timing {
  readonly wall: number;
  /** Processor time of all threads. */
  readonly cpu: number;
}

/** The two large graphs of a built model, run on synthetic input: their time does not depend on the values. */
export class ModelMeasurement {
  private constructor(
    private readonly config: CheckpointConfig,
    private readonly generation: InferenceSession,
    private readonly codec: Codec,
    /** In milliseconds. */
    readonly loadTime: number,
  ) {}

  static async open(folder: string, threads: number): Promise<ModelMeasurement> {
    const config = await readCheckpointConfig(join(folder, MODEL_FILES.checkpoint));
    const start = performance.now();
    const generation = await openSession(folder, MODEL_FILES.generation, 'generation', 'cpu', threads);
    const { codecStates: states } = await readManifest(folder);
    const codec = await CodecSession.open({ folder, device: 'cpu', threads, states });
    return new ModelMeasurement(config, generation, codec, performance.now() - start);
  }

  /** Median of the runs after a warm-up run. */
  async generate(load: GenerationWorkload): Promise<Timing> {
    const feeds = generationFeeds(this.config, load, this.generation);
    return median(load.runs, load.frames, () => this.generation.run(feeds));
  }

  /** Decodes in pieces, as the runtime does. */
  async decode(frames: number, runs: number): Promise<Timing> {
    const { quantizers, codebookSize } = this.config.codecDecoder;
    const codes = Int32Array.from({ length: frames * quantizers }, (_, i) => (i * 7919) % codebookSize);
    let state = this.codec.start;
    return median(runs, frames, async () => {
      ({ state } = await this.codec.decode(codes, frames, state));
    });
  }

  async close(): Promise<void> {
    await this.generation.release();
    await this.codec.close();
  }
}

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

/** Profiles one run of the generation graph on a device. */
export async function profileGeneration(folder: string, device: Device, threads: number): Promise<ProfiledOperator[]> {
  const config = await readCheckpointConfig(join(folder, MODEL_FILES.checkpoint));
  const scratch = await mkdtemp(join(tmpdir(), 'ownvoice-profile-'));
  try {
    const session = await InferenceSession.create(join(folder, `${MODEL_FILES.generation}.onnx`), {
      executionProviders: EXECUTION_PROVIDERS[device].generation,
      intraOpNumThreads: threads,
      enableProfiling: true,
      profileFilePrefix: join(scratch, 'run'),
    });
    try {
      await session.run(generationFeeds(config, { batch: 1, cached: 64, frames: 4, runs: 1 }, session));
      session.endProfiling();
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

async function median(runs: number, frames: number, run: () => Promise<unknown>): Promise<Timing> {
  await run();
  const timings: Timing[] = [];
  for (let i = 0; i < runs; i++) {
    const start = performance.now();
    const used = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(used);
    timings.push({ wall: (performance.now() - start) / frames, cpu: (user + system) / 1000 / frames });
  }
  const middle = (of: (timing: Timing) => number) => timings.map(of).sort((a, b) => a - b)[timings.length >> 1]!;
  return { wall: middle(({ wall }) => wall), cpu: middle(({ cpu }) => cpu) };
}

function generationFeeds(
  { talker, codePredictor }: CheckpointConfig,
  { batch, cached, frames, speculate = false }: GenerationWorkload,
  session: InferenceSession,
) {
  const { hiddenSize, vocabularySize, codeGroups, keyValueHeads, headSize, layers } = talker;
  const size = (shape: readonly number[]) => shape.reduce((product, n) => product * n, 1);
  const reals = (shape: number[], value: (i: number) => number = () => 0) =>
    new Tensor(
      'float32',
      Float32Array.from({ length: size(shape) }, (_, i) => value(i)),
      shape,
    );
  const integers = (shape: number[], value: number) =>
    new Tensor('int64', new BigInt64Array(size(shape)).fill(BigInt(value)), shape);
  const drafts = session.inputNames.includes('speculate');
  const noise = (i: number) => -Math.log(-Math.log((((i + 1) * 0.618034) % 1) * 0.998 + 0.001));
  const feeds: Record<string, Tensor> = {
    inputs: reals([batch, 1, hiddenSize], (i) => Math.sin(i)),
    past_lengths: integers([batch], cached),
    trailing: reals([batch, frames, hiddenSize]),
    generated_tokens: integers([batch, 1], 0),
    seen: new Tensor('bool', new Uint8Array(batch * vocabularySize), [batch, vocabularySize]),
    limit: integers([], frames),
    stop_after: integers([], batch + 1),
    talker_noise: reals([batch, frames, 64], noise),
    predictor_noise: reals([batch, frames, codeGroups - 1, drafts ? codePredictor.vocabularySize : 64], noise),
    ...(drafts && { predictor_candidates: integers([1], 64), speculate: integers([], Number(speculate)) }),
    penalty: reals([batch, 1], () => 1.05),
  };
  for (const level of ['talker', 'predictor']) {
    feeds[`${level}_temperature`] = reals([batch, 1], () => 0.9);
    feeds[`${level}_top_k`] = integers([batch, 1], 50);
    feeds[`${level}_top_p`] = reals([batch, 1], () => 2);
  }
  const capacity = Math.ceil(cached / 64) * 64;
  for (let layer = 0; layer < layers; layer++) {
    for (const part of ['key', 'value']) {
      feeds[`past_${part}_${layer}`] = reals([batch, keyValueHeads, 1, capacity, headSize], (i) => Math.sin(i) / 10);
    }
  }
  return feeds;
}
