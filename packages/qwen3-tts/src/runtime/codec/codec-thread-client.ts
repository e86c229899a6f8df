import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { builtEntry } from '@ownvoice/shared/built-entry';
import { ModelError } from '../../errors.js';
import type { Codec, CodecState, Decoded } from './codec.js';
import { type CodecSource, startState } from './codec-session.js';

export type ToCodecThread =
  | {
      readonly kind: 'decode';
      readonly id: number;
      readonly codes: Int32Array;
      readonly frames: number;
      readonly state: CodecState;
      readonly last: boolean;
    }
  | { readonly kind: 'close' };

export type FromCodecThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unusable'; readonly reason: string }
  | ({ readonly kind: 'decoded'; readonly id: number } & Decoded)
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string };

type StartWorker = (source: CodecSource) => Worker;

/**
 * The codec in its own thread: it decodes while the caller's thread generates the next frames. When the thread dies, the
 * calls in flight fail, and the next one starts a new thread.
 */
export class CodecThread implements Codec {
  readonly start: CodecState;
  readonly #waiting = new Map<number, { resolve: (piece: Decoded) => void; reject: (reason: unknown) => void }>();
  #worker: Promise<Worker> | undefined;
  #sent = 0;
  #closed = false;

  private constructor(
    private readonly source: CodecSource,
    private readonly startWorker: StartWorker,
  ) {
    this.start = startState(source.states);
  }

  /** @throws ModelError when the codec cannot be loaded */
  static async open(
    source: CodecSource,
    startWorker: StartWorker = (workerData) =>
      new Worker(builtEntry(import.meta.url, './codec-thread.js'), { workerData }),
  ): Promise<CodecThread> {
    const thread = new CodecThread(source, startWorker);
    await thread.#running();
    return thread;
  }

  async decode(codes: Int32Array, frames: number, state: CodecState, last = false): Promise<Decoded> {
    if (this.#closed) throw new ModelError('The codec was closed.');
    const worker = await this.#running();
    const id = this.#sent++;
    const decoded = new Promise<Decoded>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    worker.postMessage({ kind: 'decode', id, codes, frames, state, last } satisfies ToCodecThread);
    return decoded;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const worker = await this.#worker?.catch(() => undefined);
    if (!worker) return;
    const ended = once(worker, 'exit');
    worker.postMessage({ kind: 'close' } satisfies ToCodecThread);
    await ended;
  }

  #running(): Promise<Worker> {
    this.#worker ??= this.#load().catch((error: unknown) => {
      this.#worker = undefined;
      throw error;
    });
    return this.#worker;
  }

  async #load(): Promise<Worker> {
    const worker = this.startWorker(this.source);
    const [first] = (await once(worker, 'message').catch((cause: unknown) => {
      throw new ModelError('The codec thread could not be started.', { cause });
    })) as [FromCodecThread];
    if (first.kind === 'unusable') throw new ModelError(first.reason);
    worker.on('message', (message: FromCodecThread) => this.#take(message));
    // Once: a thread that failed also exits, and by then a new one may run.
    let ended = false;
    const end = (reason: ModelError) => {
      if (!ended) this.#end(reason);
      ended = true;
    };
    worker.on('error', (cause) => end(new ModelError('The codec thread failed.', { cause })));
    worker.on('exit', () => end(new ModelError('The codec thread ended.')));
    return worker;
  }

  #take(message: FromCodecThread): void {
    if (message.kind !== 'decoded' && message.kind !== 'failed') return;
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.kind === 'failed') waiting?.reject(new ModelError(`The codec failed: ${message.reason}`));
    else waiting?.resolve({ samples: message.samples, state: message.state });
  }

  #end(reason: ModelError): void {
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }
}
