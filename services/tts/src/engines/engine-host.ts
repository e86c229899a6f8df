import { type Message, textOf } from '../messages.js';
import {
  type EncodedVoice,
  type EngineCapabilities,
  EngineError,
  type EngineErrorKind,
  type ReferenceAudio,
  type SpokenChunk,
  type SynthesisControl,
  type SynthesisJob,
} from './engine.js';
import type { EngineEvent } from './supervisor-machine.js';

/** From the service to an engine's process. Structured cloning carries samples as they are. */
export type ToEngine =
  | { readonly type: 'load'; readonly options: unknown }
  | { readonly type: 'synthesize'; readonly id: number; readonly job: SynthesisJob }
  | { readonly type: 'encode'; readonly id: number; readonly reference: ReferenceAudio }
  | { readonly type: 'cancel'; readonly id: number };

/** From an engine's process to the service. */
export type FromEngine =
  | Extract<EngineEvent, { readonly type: 'progress' | 'unusable' | 'device-lost' }>
  | { readonly type: 'ready'; readonly capabilities: EngineCapabilities }
  | { readonly type: 'capabilities'; readonly capabilities: EngineCapabilities }
  /** For the service's log. */
  | { readonly type: 'log'; readonly level: 'info' | 'warn'; readonly fields: object; readonly text: string }
  | { readonly type: 'stats'; readonly stats: Readonly<Record<string, number>> }
  | { readonly type: 'started'; readonly id: number }
  | { readonly type: 'completed'; readonly id: number; readonly chunk: SpokenChunk }
  | { readonly type: 'encoded'; readonly id: number; readonly voice: EncodedVoice }
  | { readonly type: 'error'; readonly id: number; readonly kind: EngineErrorKind; readonly text: string };

/** An engine in its own process, loaded and warmed up. */
export interface LoadedEngine {
  /** A new object after each change. */
  readonly capabilities: EngineCapabilities;
  /** Values for its metrics, by name. */
  readonly stats?: Readonly<Record<string, number>>;
  /**
   * Speaks one chunk. Several calls may be in flight; an engine that does one thing at a time queues them
   * itself and calls `onStart` when it begins.
   *
   * @throws EngineError, or anything else, which counts as `failed`
   */
  synthesize(job: SynthesisJob, control: SynthesisControl): Promise<SpokenChunk>;
  /** Encodes a recording; absent where no voice is cloned. @throws as `synthesize` does */
  encode?(reference: ReferenceAudio, control: SynthesisControl): Promise<EncodedVoice>;
}

/** `progress` from 0 to 1 where it is known. */
export type ReportProgress = (stage: string, progress?: number) => void;

/** A line for the service's log. */
export type WriteLog = (level: 'info' | 'warn', fields: object, text: string) => void;

/** Thrown by an engine, also while loading, whose GPU has gone: only another process gets it back. */
export class DeviceLostError extends Error {
  override readonly name = 'DeviceLostError';
}

/** Thrown while loading when a retry would not help: files missing or altered, no such device. */
export class UnusableEngineError extends Error {
  override readonly name = 'UnusableEngineError';

  constructor(
    readonly reason: Message,
    options?: ErrorOptions,
  ) {
    super(textOf(reason), options);
  }
}

/**
 * The main loop of an engine's process: loads, then serves jobs until the service disconnects. Called by the entry file
 * that an `EngineProcess` forks.
 *
 * @param load reads what is needed and speaks a warm-up utterance; an UnusableEngineError ends in state `failed`,
 *   anything else ends the process, which is then started again
 */
export function serveEngine<Options>(
  load: (options: Options, report: ReportProgress, log: WriteLog) => Promise<LoadedEngine>,
): void {
  const running = new Map<number, AbortController>();
  let engine: LoadedEngine | undefined;
  let reported: EngineCapabilities | undefined;

  const send = (message: FromEngine) => {
    if (process.connected) process.send?.(message);
  };

  const start = async (options: Options) => {
    try {
      engine = await load(
        options,
        (stage, progress) => send({ type: 'progress', stage, ...(progress === undefined ? {} : { progress }) }),
        (level, fields, text) => send({ type: 'log', level, fields, text }),
      );
      reported = engine.capabilities;
      send({ type: 'ready', capabilities: reported });
    } catch (error) {
      if (error instanceof DeviceLostError) send({ type: 'device-lost', detail: error.message });
      else if (error instanceof UnusableEngineError) send({ type: 'unusable', reason: error.reason });
      else throw error;
    }
  };

  /** Changes go first: the receiver of a result has seen them. */
  const answer = (message: FromEngine) => {
    if (engine?.stats) send({ type: 'stats', stats: engine.stats });
    if (engine && engine.capabilities !== reported) {
      reported = engine.capabilities;
      send({ type: 'capabilities', capabilities: reported });
    }
    send(message);
  };

  const serve = async (
    id: number,
    work: (engine: LoadedEngine, control: SynthesisControl) => Promise<Extract<FromEngine, { readonly id: number }>>,
  ) => {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      if (!engine) throw new EngineError('unavailable', 'The engine is not loaded.');
      answer(await work(engine, { signal: controller.signal, onStart: () => send({ type: 'started', id }) }));
    } catch (error) {
      if (error instanceof DeviceLostError) return send({ type: 'device-lost', detail: error.message });
      const kind = controller.signal.aborted ? 'aborted' : error instanceof EngineError ? error.kind : 'failed';
      answer({ type: 'error', id, kind, text: error instanceof Error ? error.message : String(error) });
    } finally {
      running.delete(id);
    }
  };

  const synthesize = (id: number, job: SynthesisJob) =>
    serve(id, async (loaded, control) => {
      return { type: 'completed', id, chunk: await loaded.synthesize(job, control) };
    });

  const encode = (id: number, reference: ReferenceAudio) =>
    serve(id, async (loaded, control) => {
      if (!loaded.encode) throw new EngineError('unsupported', 'This engine does not encode recordings.');
      return { type: 'encoded', id, voice: await loaded.encode(reference, control) };
    });

  process.on('message', (message: ToEngine) => {
    if (message.type === 'load') void start(message.options as Options);
    else if (message.type === 'synthesize') void synthesize(message.id, message.job);
    else if (message.type === 'encode') void encode(message.id, message.reference);
    else running.get(message.id)?.abort();
  });
  // A signal may reach every process of a service; the service decides when requests in flight are done.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
  // The service is gone. exit() aborts noisily while a thread computes, and there is nothing to save.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}
