import { once } from 'node:events';
import { parentPort, type Worker } from 'node:worker_threads';
import { CheckpointError, ModelError, messageOf } from './errors.js';

/** An error crosses threads without its class. */
type Failure = Readonly<Pick<Error, 'name' | 'message'>>;

type ToThread<Request> =
  | { readonly kind: 'call'; readonly id: number; readonly request: Request }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'close' };

type FromThread =
  | { readonly kind: 'part'; readonly id: number; readonly part: unknown }
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly error: Failure };

interface Call {
  resolve(value: unknown): void;
  reject(reason: unknown): void;
  readonly onPart?: ((part: never) => void) | undefined;
}

/** What the thread was opened with is answered under this number. */
const OPENING = 0;

function errorOf({ name, message }: Failure): Error {
  if (name === 'CheckpointError') return new CheckpointError(message);
  return name === 'ModelError' ? new ModelError(message) : Object.assign(new Error(message), { name });
}

/** Calls into a worker thread whose entry calls {@link serve}. Any number may be in flight. */
export class WorkerThread<Request, Reply, Info = unknown> {
  readonly opened: Promise<Info>;
  readonly #calls = new Map<number, Call>();
  #sent = OPENING;
  #isClosing = false;
  #ended: Error | undefined;

  /**
   * @param name begins the messages of errors
   * @param onEnd called once, when the thread can no longer be used
   */
  constructor(
    private readonly worker: Worker,
    name: string,
    private readonly onEnd = () => {},
  ) {
    this.opened = new Promise((resolve, reject) => this.#calls.set(OPENING, { resolve, reject } as Call));
    // What it fails with is thrown where it is awaited.
    this.opened.catch(() => {});
    worker.on('message', (message: FromThread) => this.#take(message));
    worker.on('error', (cause) => this.#end(new ModelError(`${name} failed: ${messageOf(cause)}`, { cause })));
    worker.on('exit', () => this.#end(new ModelError(`${name} ${this.#isClosing ? 'was closed' : 'ended'}.`)));
  }

  /** @throws {Error} with name and message of what the thread throws; the signal's reason once it has fired */
  async call<Part>(request: Request, signal?: AbortSignal, onPart?: (part: Part) => void): Promise<Reply> {
    signal?.throwIfAborted();
    if (this.#ended) throw this.#ended;
    const id = ++this.#sent;
    const cancel = () => {
      this.#calls.get(id)?.reject(signal?.reason);
      this.#calls.delete(id);
      this.#post({ kind: 'cancel', id });
    };
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await new Promise<Reply>((resolve, reject) => {
        this.#calls.set(id, { resolve, reject, onPart } as Call);
        this.#post({ kind: 'call', id, request });
      });
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** Lets the thread close what it holds, and waits for its end. */
  async close(): Promise<void> {
    if (this.#ended) return;
    this.#isClosing = true;
    const exited = once(this.worker, 'exit');
    this.#post({ kind: 'close' });
    await exited;
  }

  #post(message: ToThread<Request>): void {
    this.worker.postMessage(message);
  }

  #take(message: FromThread): void {
    const call = this.#calls.get(message.id);
    if (message.kind !== 'part') this.#calls.delete(message.id);
    if (message.kind === 'part') call?.onPart?.(message.part as never);
    else if (message.kind === 'done') call?.resolve(message.value);
    else call?.reject(errorOf(message.error));
  }

  /** Once: a thread that failed also exits. */
  #end(reason: Error): void {
    if (this.#ended) return;
    this.#ended = reason;
    for (const { reject } of this.#calls.values()) reject(reason);
    this.#calls.clear();
    this.onEnd();
  }
}

/** What a thread does for its caller. */
interface Served<Request, Part> {
  /** What {@link WorkerThread.opened} resolves to. */
  readonly info?: unknown;
  work(request: Request, signal: AbortSignal, send: (part: Part) => void): Promise<unknown>;
  close(): Promise<void>;
}

/** Answers the calls of a {@link WorkerThread}; `open` runs first. */
export async function serve<Request, Part = never>(open: () => Promise<Served<Request, Part>>): Promise<void> {
  const port = parentPort!;
  const send = (message: FromThread) => port.postMessage(message);
  const fail = (id: number) => (error: unknown) => {
    const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
    send({ kind: 'failed', id, error: { name, message } });
  };
  const served = await open().catch(fail(OPENING));
  if (!served) return;
  const cancellations = new Map<number, AbortController>();
  port.on('message', async (message: ToThread<Request>) => {
    if (message.kind === 'close') {
      await served.close();
      return port.close();
    }
    const { id } = message;
    if (message.kind === 'cancel') return cancellations.get(id)?.abort();
    const cancellation = new AbortController();
    cancellations.set(id, cancellation);
    const working = served.work(message.request, cancellation.signal, (part) => send({ kind: 'part', id, part }));
    await working.then((value) => send({ kind: 'done', id, value }), fail(id));
    cancellations.delete(id);
  });
  send({ kind: 'done', id: OPENING, value: served.info });
}
