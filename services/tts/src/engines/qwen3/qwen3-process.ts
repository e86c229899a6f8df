import { CheckpointError, loadModel, ModelError } from '@ownvoice/qwen3-tts/runtime';
import { type DeviceChoice, type ModelVariant, variantOf } from '@ownvoice/shared/contract/models';
import { type LoadedEngine, type ReportProgress, serveEngine, UnusableEngineError } from '../engine-host.js';
import { BatchPlanner } from './batch-plan.js';
import { keepPace, paceConditions, readPace } from './kept-pace.js';
import { Qwen3Engine } from './qwen3-engine.js';
import { seededChunkSeconds } from './seeded-chunks.js';
import { warmUp } from './warm-up.js';

/** What the process loads. */
export interface Qwen3Options {
  readonly variant: ModelVariant;
  /** A built model. */
  readonly folder: string;
  readonly device: DeviceChoice;
  /** 0 leaves the number to the model. */
  readonly threads: number;
}

/** A retry repairs neither a damaged folder nor a missing device, nor wrong numbers. */
function unusable(error: unknown): never {
  if (error instanceof ModelError || error instanceof CheckpointError) throw new UnusableEngineError(error.message);
  throw error;
}

async function load(options: Qwen3Options, report: ReportProgress): Promise<LoadedEngine> {
  const { variant, folder, device, threads } = options;
  const model = await loadModel({
    folder,
    device,
    ...(threads > 0 ? { threads } : {}),
    onProgress: (stage, share) => report(stage, share * 0.9),
  }).catch(unusable);
  if (variantOf(model.info) !== variant) {
    throw new UnusableEngineError(`${folder} holds another variant than ${variant}.`);
  }
  report('warming up', 0.9);
  const conditions = await paceConditions(model.info);
  const keptPace = await readPace(folder, conditions);
  const pace = await warmUp(model, keptPace).catch(unusable);
  const keep = (realTimeFactor: number) => keepPace(folder, conditions, realTimeFactor);
  if (keptPace === undefined) await keep(pace);
  // One row is left for a new request beside a full batch.
  const planner = new BatchPlanner(pace, seededChunkSeconds(variant, model.info), model.info.rows - 1, keep);
  return new Qwen3Engine(model, variant, planner);
}

serveEngine(load);
