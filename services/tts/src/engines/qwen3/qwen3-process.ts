import { selectDevice } from '@ownvoice/qwen3-tts/adapter';
import { CheckpointError, loadModel, ModelError, warmUp } from '@ownvoice/qwen3-tts/runtime';
import { type DeviceChoice, type ModelVariant, variantOf } from '@ownvoice/shared/contract/models';
import {
  DeviceLostError,
  type LoadedEngine,
  type ReportProgress,
  serveEngine,
  UnusableEngineError,
  type WriteLog,
} from '../engine-host.js';
import { BatchPlanner } from './batch-plan.js';
import { keepPace, paceConditions, readPace } from './kept-pace.js';
import { Qwen3Engine } from './qwen3-engine.js';
import { seededChunkSeconds } from './seeded-chunks.js';

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

/** A GPU that goes while a model is loaded may come back; what the model itself refuses, it refuses again. */
function lostOrUnusable(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof ModelError && !/\bis lost\b/.test(reason)) return unusable(error);
  throw new DeviceLostError(reason, { cause: error });
}

async function load(options: Qwen3Options, report: ReportProgress, log: WriteLog): Promise<LoadedEngine> {
  const { variant, folder, threads } = options;
  const { device, adapter } = await selectDevice(options.device, { folder, threads }, log).catch(unusable);
  const failed = adapter ? lostOrUnusable : unusable;
  const model = await loadModel({
    folder,
    device,
    ...(threads > 0 ? { threads } : {}),
    onProgress: (stage, share) => report(stage, share * 0.9),
  }).catch(failed);
  if (variantOf(model.info) !== variant) {
    throw new UnusableEngineError(`${folder} holds another variant than ${variant}.`);
  }
  report('warming up', 0.9);
  const conditions = await paceConditions(model.info, adapter);
  const keptPace = await readPace(folder, conditions);
  const pace = await warmUp(model, keptPace).catch(failed);
  const keep = (realTimeFactor: number) => keepPace(folder, conditions, realTimeFactor);
  if (keptPace === undefined) await keep(pace);
  // One row is left for a new request beside a full batch.
  const planner = new BatchPlanner(pace, seededChunkSeconds(variant, model.info), model.info.rows - 1, keep);
  return new Qwen3Engine(model, variant, planner, adapter);
}

serveEngine(load);
