import { dirname } from 'node:path';
import {
  CheckpointError,
  DamagedModelError,
  GraphLoadError,
  ModelError,
  type SpeechModel,
  startModel,
} from '@ownvoice/qwen3-tts/runtime';
import { type DeviceChoice, type ModelVariant, variantOf } from '@ownvoice/shared/contract/models';
import { message, withoutFolder } from '../../errors.js';
import {
  DeviceLostError,
  type LoadedEngine,
  type ReportProgress,
  serveEngine,
  UnusableEngineError,
  type WriteLog,
} from '../engine-host.js';
import {
  BatchPlanner,
  type Conditions,
  conditionsOf,
  readCalibration,
  seededChunkSeconds,
  writeCalibration,
} from './batch-plan.js';
import { Qwen3Engine } from './qwen3-engine.js';

export interface Qwen3Options {
  readonly variant: ModelVariant;
  readonly folder: string;
  readonly device: DeviceChoice;
  /** Whether every file is hashed, whatever its stamp. */
  readonly hashAll: boolean;
  /** 0 leaves the number to the model. */
  readonly threads: number;
  /** Of the command that builds the model again. */
  readonly pullOptions: string;
}

/**
 * A retry repairs neither a damaged folder nor a missing device, nor wrong numbers. A GPU that goes while a model is loaded
 * may come back.
 */
function reject(error: unknown, { variant, folder, device, pullOptions }: Qwen3Options, log: WriteLog): never {
  const models = dirname(folder);
  if (error instanceof GraphLoadError) {
    log('warn', { reason: error.message }, 'graph not loaded');
    throw new UnusableEngineError(message('runtime_failed', { device }));
  }
  if (error instanceof DamagedModelError) {
    const problem = withoutFolder(error.problem, models);
    throw new UnusableEngineError(message('model_damaged', { problem, variant, options: pullOptions }));
  }
  if (error instanceof ModelError || error instanceof CheckpointError)
    throw new UnusableEngineError(message('model_unusable', { problem: withoutFolder(error.message, models) }));
  if (error instanceof UnusableEngineError || device === 'auto' || device === 'cpu') throw error;
  throw new DeviceLostError(error instanceof Error ? error.message : String(error), { cause: error });
}

/** When what is known of the released weights is compared with those that were loaded. */
const FACTS_AFTER_MS = 20_000;

/** Not on the way to ready; what it needs is read then. */
async function compareWithReleased(model: SpeechModel, variant: ModelVariant, log: WriteLog): Promise<void> {
  const { unlikeReleased } = await import('@ownvoice/qwen3-tts');
  // A model that is being closed rejects, which is no fault of its weights.
  const reason = await unlikeReleased(model, variant).catch(() => undefined);
  if (reason) log('warn', { reason }, 'model unlike the released one');
}

async function load(options: Qwen3Options, report: ReportProgress, log: WriteLog): Promise<LoadedEngine> {
  const { variant, folder, device, hashAll, threads } = options;
  let conditions: Conditions | undefined;
  let known: number | undefined;
  const started = await startModel({
    folder,
    device,
    hashAll,
    ...(threads > 0 ? { threads } : {}),
    onProgress: (stage, share) => report(stage, share * 0.9),
    measuredRtf: async (info) => {
      if (variantOf(info) !== variant) {
        const problem = `The folder of ${variant} holds another variant.`;
        throw new UnusableEngineError(message('model_unusable', { problem }));
      }
      report('warming up', 0.9);
      conditions = await conditionsOf(info);
      known = await readCalibration(folder, conditions);
      return known;
    },
    onUnused: (gpu, reason) => log('warn', { device: gpu, reason }, 'device not used'),
  }).catch((error: unknown) => reject(error, options, log));
  const { model, realTimeFactor, deviceReason } = started;
  const keep = async (measuredRtf: number) => conditions && writeCalibration(folder, conditions, measuredRtf);
  if (known === undefined) await keep(realTimeFactor);
  // One row is left for a new request beside a full batch.
  const planner = new BatchPlanner(realTimeFactor, seededChunkSeconds(variant, model.info), model.info.rows - 1, keep);
  setTimeout(() => void compareWithReleased(model, variant, log), FACTS_AFTER_MS).unref();
  return new Qwen3Engine(model, variant, planner, deviceReason && withoutFolder(deviceReason, dirname(folder)));
}

serveEngine(load);
