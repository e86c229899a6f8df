import {
  CheckpointError,
  type DeviceChoice,
  loadModel,
  ModelError,
  type SpeechModel,
} from '@ownvoice/qwen3-tts/runtime';
import type { ModelVariant } from '@ownvoice/shared/contract';
import { type ReportProgress, type Synthesizer, serveEngine, UnusableEngineError } from '../child-host.js';
import { Pacemaker } from './pace.js';
import { Qwen3Synthesizer } from './qwen3-synthesizer.js';
import { warmUp } from './warm-up.js';

/** What the process is told to load. */
export interface Qwen3Options {
  readonly variant: ModelVariant;
  /** A built model. */
  readonly folder: string;
  readonly device: DeviceChoice;
  /** 0 leaves the number to the model. */
  readonly threads: number;
}

const KINDS = { customvoice: 'custom_voice', voicedesign: 'voice_design', base: 'base' } as const;
const SIZES = { '0.6b': '0b6', '1.7b': '1b7' } as const;

async function load(options: Qwen3Options, report: ReportProgress): Promise<Synthesizer> {
  const { variant, folder, device, threads } = options;
  const model = await loadModel({
    folder,
    device,
    ...(threads > 0 ? { threads } : {}),
    onProgress: (stage, share) => report(stage, share * 0.9),
  }).catch((error: unknown) => {
    // Neither a damaged folder nor a missing device gets better by trying again.
    if (error instanceof ModelError || error instanceof CheckpointError) throw new UnusableEngineError(error.message);
    throw error;
  });
  checkVariant(model, variant, folder);
  report('warming up', 0.9);
  const realTimeFactor = await warmUp(model);
  return new Qwen3Synthesizer(model, variant, new Pacemaker(realTimeFactor, model.info.rows));
}

function checkVariant({ info }: SpeechModel, variant: ModelVariant, folder: string): void {
  const [kind, size] = variant.split('-') as [keyof typeof KINDS, keyof typeof SIZES];
  if (info.kind === KINDS[kind] && info.size === SIZES[size]) return;
  throw new UnusableEngineError(`${folder} holds another variant than ${variant}.`);
}

serveEngine(load);
