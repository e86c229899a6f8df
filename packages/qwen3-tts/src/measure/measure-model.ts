import { join } from 'node:path';
import { readManifest } from '../build/manifest.js';
import { MODEL_FILES } from '../build/model-files.js';
import { type CheckpointConfig, readCheckpointConfig } from '../checkpoint/config.js';
import type { InferenceSession } from '../onnxruntime/onnxruntime.js';
import type { Codec } from '../runtime/codec/codec.js';
import { CodecSession } from '../runtime/codec/codec-session.js';
import { openSession } from '../runtime/sessions.js';
import { type GenerationWorkload, generationFeeds } from './generation-feeds.js';

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
