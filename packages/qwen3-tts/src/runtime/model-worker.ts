import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { builtEntry } from '@ownvoice/shared/built-entry';
import { ModelError } from '../errors.js';
import type { Generation } from './batch-row.js';
import type { EncodedReference, ReferenceOptions } from './reference-encoder.js';
import type { LoadOptions, ModelInfo, SynthesisInput, SynthesisOptions } from './speech-model.js';

type WorkerSynthesisOptions = Omit<SynthesisOptions, 'onStart'>;
type WorkerReferenceOptions = Omit<ReferenceOptions, 'signal'>;

export type ToModelThread =
  | {
      readonly kind: 'synthesize';
      readonly id: number;
      readonly input: SynthesisInput;
      readonly options: Omit<WorkerSynthesisOptions, 'signal' | 'onAudio'>;
    }
  | {
      readonly kind: 'encode';
      readonly id: number;
      readonly samples: Float32Array;
      readonly options: WorkerReferenceOptions;
    }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'close' };

/** An error crosses threads without its class. */
type Failure = Readonly<Pick<Error, 'name' | 'message'>>;

export type FromModelThread =
  | { readonly kind: 'ready'; readonly info: ModelInfo }
  | { readonly kind: 'unusable'; readonly error: Failure }
  | { readonly kind: 'audio'; readonly id: number; readonly samples: Float32Array }
  | { readonly kind: 'done'; readonly id: number; readonly value: Generation | EncodedReference }
  | { readonly kind: 'failed'; readonly id: number; readonly error: Failure };

interface Call {
  resolve(value: Generation | EncodedReference): void;
  reject(reason: unknown): void;
  readonly onAudio?: ((samples: Float32Array) => void) | undefined;
}

const errorOf = ({ name, message }: Failure) => Object.assign(new Error(message), { name });

/** A model in a thread of its own, so that the caller's event loop turns while it speaks. */
export class ModelWorker {
  readonly #calls = new Map<number, Call>();
  #sent = 0;
  #ended: Error | undefined;

  private constructor(
    private readonly worker: Worker,
    readonly info: ModelInfo,
  ) {
    worker.on('message', (message: FromModelThread) => this.#take(message));
    worker.on('error', (cause) => this.#end(new ModelError('The thread of the model failed.', { cause })));
    worker.on('exit', () => this.#end(new ModelError('The model was closed.')));
  }

  /** As `loadModel`. @throws {Error} with its name and message */
  static async load(options: Omit<LoadOptions, 'onProgress'>): Promise<ModelWorker> {
    const worker = new Worker(builtEntry(import.meta.url, './model-thread.js'), { workerData: options });
    const [first] = (await once(worker, 'message')) as [FromModelThread];
    if (first.kind === 'ready') return new ModelWorker(worker, first.info);
    throw first.kind === 'unusable' ? errorOf(first.error) : new ModelError('The thread of the model did not start.');
  }

  /** As `SpeechModel.synthesize`. */
  async synthesize(input: SynthesisInput, options: WorkerSynthesisOptions): Promise<Generation> {
    const { signal, onAudio, ...rest } = options;
    signal?.throwIfAborted();
    const id = this.#sent++;
    const cancel = () => {
      this.#calls.get(id)?.reject(signal?.reason);
      this.#calls.delete(id);
      this.#post({ kind: 'cancel', id });
    };
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return (await this.#call({ kind: 'synthesize', id, input, options: rest }, onAudio)) as Generation;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** As `SpeechModel.encodeReference`. */
  async encodeReference(samples: Float32Array, options: WorkerReferenceOptions = {}): Promise<EncodedReference> {
    return (await this.#call({ kind: 'encode', id: this.#sent++, samples, options })) as EncodedReference;
  }

  /** Rejects what is in flight and ends the thread. */
  async close(): Promise<void> {
    if (this.#ended) return;
    const exited = once(this.worker, 'exit');
    this.#post({ kind: 'close' });
    await exited;
  }

  #call(message: Extract<ToModelThread, { id: number }>, onAudio?: Call['onAudio']) {
    return new Promise<Generation | EncodedReference>((resolve, reject) => {
      if (this.#ended) return reject(this.#ended);
      this.#calls.set(message.id, { resolve, reject, onAudio });
      this.#post(message);
    });
  }

  #post(message: ToModelThread): void {
    this.worker.postMessage(message);
  }

  #take(message: FromModelThread): void {
    if (message.kind === 'ready' || message.kind === 'unusable') return;
    const call = this.#calls.get(message.id);
    if (message.kind !== 'audio') this.#calls.delete(message.id);
    if (message.kind === 'audio') call?.onAudio?.(message.samples);
    else if (message.kind === 'done') call?.resolve(message.value);
    else call?.reject(errorOf(message.error));
  }

  #end(reason: Error): void {
    this.#ended ??= reason;
    for (const { reject } of this.#calls.values()) reject(this.#ended);
    this.#calls.clear();
  }
}
