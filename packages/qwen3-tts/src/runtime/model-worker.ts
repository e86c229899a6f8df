import { Worker } from 'node:worker_threads';
import { builtEntry } from '@ownvoice/shared/built-entry';
import { WorkerThread } from '../worker-thread.js';
import type { Generation } from './batch-row.js';
import type { EncodedReference, ReferenceOptions } from './reference-encoder.js';
import type { LoadOptions, ModelInfo, SynthesisInput, SynthesisOptions } from './speech-model.js';

export type ModelCall =
  | {
      readonly kind: 'synthesize';
      readonly input: SynthesisInput;
      readonly options: Omit<SynthesisOptions, 'onStart' | 'signal' | 'onAudio'>;
    }
  | {
      readonly kind: 'encode';
      readonly samples: Float32Array;
      readonly options: Omit<ReferenceOptions, 'signal'>;
    };

/** A model in a thread of its own, so that the caller's event loop turns while it speaks. */
export class ModelWorker {
  private constructor(
    private readonly thread: WorkerThread<ModelCall, Generation | EncodedReference, ModelInfo>,
    readonly info: ModelInfo,
  ) {}

  /** As `loadModel`. @throws {Error} with its name and message */
  static async load(options: Omit<LoadOptions, 'onProgress'>): Promise<ModelWorker> {
    const worker = new Worker(builtEntry(import.meta.url, './model-thread.js'), { workerData: options });
    const thread: ModelWorker['thread'] = new WorkerThread(worker, 'The model');
    return new ModelWorker(thread, await thread.opened);
  }

  /** As `SpeechModel.synthesize`. */
  async synthesize(input: SynthesisInput, options: Omit<SynthesisOptions, 'onStart'>): Promise<Generation> {
    const { signal, onAudio, ...rest } = options;
    return (await this.thread.call({ kind: 'synthesize', input, options: rest }, signal, onAudio)) as Generation;
  }

  /** As `SpeechModel.encodeReference`. */
  async encodeReference(samples: Float32Array, options: ReferenceOptions = {}): Promise<EncodedReference> {
    const { signal, ...rest } = options;
    return (await this.thread.call({ kind: 'encode', samples, options: rest }, signal)) as EncodedReference;
  }

  /** Rejects what is in flight and ends the thread. */
  close(): Promise<void> {
    return this.thread.close();
  }
}
