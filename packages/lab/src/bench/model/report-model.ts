import { join } from 'node:path';
import { MODEL_FILES, readManifest } from '@ownvoice/qwen3-tts/internals/build/manifest';
import { type CheckpointConfig, readCheckpointConfig } from '@ownvoice/qwen3-tts/internals/checkpoint/config';
import { MODEL_SCHEMES } from '@ownvoice/qwen3-tts/internals/graph/weights/precision';
import type { Codec } from '@ownvoice/qwen3-tts/internals/runtime/codec/codec';
import { CodecSession } from '@ownvoice/qwen3-tts/internals/runtime/codec/codec-session';
import { openSession } from '@ownvoice/qwen3-tts/internals/runtime/sessions';
import type { Precision } from '@ownvoice/shared/contract/models';
import { median } from '../harness/report.js';
import { EXACT, weightBytesPerFrame } from '../quality/schemes.js';
import { generationFeeds } from './generation-feeds.js';
import { predictorShare, reportOperators } from './profile.js';

const FRAMES = 12;
const RUNS = 5;
const FRAME_MILLISECONDS = 80;
/** Frames that a streamed response decodes at a time. */
const CODEC_FRAMES = 8;

export interface ModelLoad {
  /** A built model. */
  readonly folder: string;
  readonly precision: Precision;
  readonly threads: number;
  readonly batches: readonly number[];
  /** Positions in the KV cache. */
  readonly cached: readonly number[];
  /** Bytes a second that reading gets from memory. */
  readonly bandwidth: number;
  readonly operators: boolean;
  /** Of a base model: report its memory instead. */
  readonly memory: boolean;
}

/** Prints the time of the two large graphs on synthetic input: it does not depend on the values. */
export async function reportModel(load: ModelLoad): Promise<void> {
  const { folder, precision, threads, batches, cached, bandwidth, operators } = load;
  const config = await readCheckpointConfig(join(folder, MODEL_FILES.checkpoint));
  const start = performance.now();
  const generation = await openSession(folder, MODEL_FILES.generation, 'generation', 'cpu', threads);
  const { codecStates: states } = await readManifest(folder);
  const codec = await CodecSession.open({ folder, device: 'cpu', threads, states });
  const loaded = (performance.now() - start) / 1000;
  const decoding = await timeCodec(config, codec);
  const rows: (Timing & { readonly batch: number; readonly length: number })[] = [];
  for (const batch of batches) {
    for (const length of cached) {
      const feeds = generationFeeds(config, { batch, cached: length, frames: FRAMES });
      rows.push({ batch, length, ...(await time(FRAMES, () => generation.run(feeds))) });
    }
  }
  const peak = (process.resourceUsage().maxRSS * 1024) / 1e9;
  await generation.release();
  await codec.close();

  const share = await predictorShare(folder, threads);
  const floor = (weightBytesPerFrame(config, MODEL_SCHEMES[precision] ?? EXACT) / bandwidth) * 1000;
  console.log(
    `\n${precision}: loaded in ${loaded.toFixed(1)} s, peak ${peak.toFixed(2)} GB, codec ${decoding.wall.toFixed(1)} ms a frame ` +
      `(${decoding.cpu.toFixed(1)} of the CPU), predictor ${(100 * share).toFixed(0)} % of the language model, floor ${floor.toFixed(1)} ms`,
  );
  console.log('batch  cached  talker  predictor  ms/frame   of the CPU  × floor  frames/s  RTF with codec');
  for (const { batch, length, wall, cpu } of rows) {
    const perStream = (wall / batch + decoding.wall) / FRAME_MILLISECONDS;
    const cells = [
      String(batch).padStart(5),
      String(length).padStart(6),
      (wall * (1 - share)).toFixed(1).padStart(6),
      (wall * share).toFixed(1).padStart(9),
      wall.toFixed(1).padStart(8),
      cpu.toFixed(1).padStart(11),
      (wall / floor).toFixed(1).padStart(7),
      ((1000 * batch) / wall).toFixed(1).padStart(8),
      perStream.toFixed(2).padStart(14),
    ];
    console.log(cells.join('  '));
  }
  if (operators) await reportOperators(folder, threads);
}

/** Milliseconds per frame of all rows together; `cpu` is that of all threads. */
interface Timing {
  readonly wall: number;
  readonly cpu: number;
}

/** Decodes in pieces, as the runtime does. */
async function timeCodec({ codecDecoder }: CheckpointConfig, codec: Codec): Promise<Timing> {
  const { quantizers, codebookSize } = codecDecoder;
  const codes = Int32Array.from({ length: CODEC_FRAMES * quantizers }, (_, i) => (i * 7919) % codebookSize);
  let state = codec.start;
  return time(CODEC_FRAMES, async () => {
    ({ state } = await codec.decode(codes, CODEC_FRAMES, state));
  });
}

/** Medians of the runs after a warm-up run. */
async function time(frames: number, run: () => Promise<unknown>): Promise<Timing> {
  await run();
  const [wall, cpu]: [number[], number[]] = [[], []];
  for (let i = 0; i < RUNS; i++) {
    const start = performance.now();
    const used = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(used);
    wall.push((performance.now() - start) / frames);
    cpu.push((user + system) / 1000 / frames);
  }
  return { wall: median(wall), cpu: median(cpu) };
}
