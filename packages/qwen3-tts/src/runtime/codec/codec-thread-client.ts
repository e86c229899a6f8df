import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ModelError } from '../../build/model-error.js';
import type { Codec, CodecState, Decoded } from './codec.js';
import { type CodecSource, startState } from './codec-session.js';

export type ToCodecThread =
  | {
      readonly kind: 'decode';
      readonly id: number;
      readonly codes: Int32Array;
      readonly frames: number;
      readonly state: CodecState;
    }
  | { readonly kind: 'close' };

export type FromCodecThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unusable'; readonly reason: string }
  | ({ readonly kind: 'decoded'; readonly id: number } & Decoded)
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string };

/** The built file, also when this one runs from the sources. */
const entry = new URL(
  './codec-thread.js',
  import.meta.url.replace(/\/src\/(runtime\/codec\/[^/]+)\.ts$/u, '/dist/$1.js'),
);

/** The codec in a thread of its own: it decodes while the caller's thread computes the next frames. */
export class CodecThread implements Codec {
  readonly start: CodecState;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, { resolve: (decoded: Decoded) => void; reject: (reason: unknown) => void }>();
  #sent = 0;
  #gone: ModelError | undefined;

  private constructor(worker: Worker, { states }: CodecSource) {
    this.#worker = worker;
    this.start = startState(states);
    worker.on('message', (message: FromCodecThread) => this.#take(message));
    worker.on('error', (cause) => this.#end(new ModelError('The thread of the codec failed.', { cause })));
    worker.on('exit', () => this.#end(new ModelError('The thread of the codec ended.')));
  }

  /** @throws ModelError when the codec cannot be loaded */
  static async open(source: CodecSource): Promise<CodecThread> {
    const worker = new Worker(entry, { workerData: source });
    const [first] = (await once(worker, 'message').catch((cause: unknown) => {
      throw new ModelError('The thread of the codec could not be started.', { cause });
    })) as [FromCodecThread];
    if (first.kind === 'unusable') throw new ModelError(first.reason);
    return new CodecThread(worker, source);
  }

  decode(codes: Int32Array, frames: number, state: CodecState): Promise<Decoded> {
    if (this.#gone) return Promise.reject(this.#gone);
    const id = this.#sent++;
    const decoded = new Promise<Decoded>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#worker.postMessage({ kind: 'decode', id, codes, frames, state } satisfies ToCodecThread);
    return decoded;
  }

  async close(): Promise<void> {
    if (this.#gone) return;
    const ended = once(this.#worker, 'exit');
    this.#worker.postMessage({ kind: 'close' } satisfies ToCodecThread);
    await ended;
  }

  #take(message: FromCodecThread): void {
    if (message.kind !== 'decoded' && message.kind !== 'failed') return;
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.kind === 'failed') waiting?.reject(new ModelError(`The codec failed: ${message.reason}`));
    else waiting?.resolve({ samples: message.samples, state: message.state });
  }

  #end(reason: ModelError): void {
    this.#gone ??= reason;
    for (const { reject } of this.#waiting.values()) reject(this.#gone);
    this.#waiting.clear();
  }
}
