import { Worker } from 'node:worker_threads';
import { builtEntry } from '@ownvoice/shared/built-entry';
import { ModelError } from '../../errors.js';
import { WorkerThread } from '../../worker-thread.js';
import type { Codec, CodecState, Decoded } from './codec.js';
import { type CodecSource, startState } from './codec-session.js';

export type DecodeCall = Parameters<Codec['decode']>;

/**
 * The codec in its own thread: it decodes while the caller's thread generates the next frames. When the thread dies, the
 * calls in flight fail, and the next one starts a new thread.
 */
export class CodecThread implements Codec {
  readonly start: CodecState;
  #thread: Promise<WorkerThread<DecodeCall, Decoded>> | undefined;
  #closed = false;

  private constructor(
    private readonly source: CodecSource,
    private readonly startWorker: (source: CodecSource) => Worker,
  ) {
    this.start = startState(source.states);
  }

  /** @throws ModelError when the codec cannot be loaded */
  static async open(
    source: CodecSource,
    startWorker: CodecThread['startWorker'] = (workerData) =>
      new Worker(builtEntry(import.meta.url, './codec-thread.js'), { workerData }),
  ): Promise<CodecThread> {
    const thread = new CodecThread(source, startWorker);
    await thread.#running();
    return thread;
  }

  async decode(...call: DecodeCall): Promise<Decoded> {
    if (this.#closed) throw new ModelError('The codec was closed.');
    return (await this.#running()).call(call);
  }

  async close(): Promise<void> {
    this.#closed = true;
    const thread = await this.#thread?.catch(() => undefined);
    await thread?.close();
  }

  #running(): Promise<WorkerThread<DecodeCall, Decoded>> {
    this.#thread ??= this.#load().catch((error: unknown) => {
      this.#thread = undefined;
      throw error;
    });
    return this.#thread;
  }

  async #load(): Promise<WorkerThread<DecodeCall, Decoded>> {
    const thread = new WorkerThread<DecodeCall, Decoded>(this.startWorker(this.source), 'The codec thread', () => {
      this.#thread = undefined;
    });
    await thread.opened;
    return thread;
  }
}
