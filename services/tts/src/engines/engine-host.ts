import { type Message, textOf } from '../errors.js';
import {
  type EncodedVoice,
  type EngineCapabilities,
  EngineError,
  type EngineErrorKind,
  type EngineWork,
  type ReferenceAudio,
  type SpokenChunk,
  type SynthesisJob,
} from './engine.js';
import type { EngineEvent } from './supervisor-machine.js';

/** A call of one of an engine's functions. */
export type EngineCall =
  | { readonly work: 'synthesize'; readonly argument: SynthesisJob }
  | { readonly work: 'encode'; readonly argument: ReferenceAudio };

/** From the service to an engine's process. Structured cloning carries samples as they are. */
export type ToEngine =
  | { readonly type: 'load'; readonly options: unknown }
  | ({ readonly type: 'call'; readonly id: number } & EngineCall)
  | { readonly type: 'cancel'; readonly id: number };

/** From an engine's process to the service. */
export type FromEngine =
  | Extract<EngineEvent, { readonly type: 'progress' | 'unusable' | 'device-lost' }>
  | { readonly type: 'ready'; readonly capabilities: EngineCapabilities }
  /** What it can do and has counted by now; each second while there is work, as a sign of life. */
  | ({ readonly type: 'report' } & Required<Pick<LoadedEngine, 'capabilities' | 'stats'>>)
  /** For the service's log. */
  | { readonly type: 'log'; readonly level: 'info' | 'warn'; readonly fields: object; readonly text: string }
  | { readonly type: 'started'; readonly id: number }
  | { readonly type: 'completed'; readonly id: number; readonly result: SpokenChunk | EncodedVoice }
  | { readonly type: 'error'; readonly id: number; readonly kind: EngineErrorKind; readonly text: string };

/** An engine in its own process, loaded and warmed up. What it throws besides an EngineError counts as `failed`. */
export interface LoadedEngine extends Pick<EngineWork, 'synthesize'>, Partial<Pick<EngineWork, 'encode'>> {
  readonly capabilities: EngineCapabilities;
  /** Values for its metrics, by name. */
  readonly stats?: Readonly<Record<string, number>>;
}

const SIGN_OF_LIFE_MS = 1_000;

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
      send({ type: 'ready', capabilities: engine.capabilities });
    } catch (error) {
      if (error instanceof DeviceLostError) send({ type: 'device-lost', detail: error.message });
      else if (error instanceof UnusableEngineError) send({ type: 'unusable', reason: error.reason });
      else throw error;
    }
  };

  const report = () => {
    if (engine) send({ type: 'report', capabilities: engine.capabilities, stats: engine.stats ?? {} });
  };
  setInterval(() => {
    if (running.size > 0) report();
  }, SIGN_OF_LIFE_MS).unref();

  /** The report goes first: the receiver of a result has seen it. */
  const respond = (message: FromEngine) => {
    report();
    send(message);
  };

  const call = async ({ id, ...called }: Extract<ToEngine, { type: 'call' }>) => {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const control = { signal: controller.signal, onStart: () => send({ type: 'started', id }) };
      const work =
        called.work === 'synthesize'
          ? engine?.synthesize(called.argument, control)
          : engine?.encode?.(called.argument, control);
      const result = await unlessAborted<SpokenChunk | EncodedVoice>(work, controller.signal);
      if (!result) throw new EngineError('unsupported', 'This engine does not do that.');
      respond({ type: 'completed', id, result });
    } catch (error) {
      if (error instanceof DeviceLostError) return send({ type: 'device-lost', detail: error.message });
      const kind = controller.signal.aborted ? 'aborted' : error instanceof EngineError ? error.kind : 'failed';
      respond({ type: 'error', id, kind, text: error instanceof Error ? error.message : String(error) });
    } finally {
      running.delete(id);
    }
  };

  process.on('message', (message: ToEngine) => {
    if (message.type === 'load') void start(message.options as Options);
    else if (message.type === 'call') void call(message);
    else running.get(message.id)?.abort();
  });
  // A signal may reach every process of a service; the service decides when requests in flight are done.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
  // The service is gone. exit() aborts noisily while a thread computes, and there is nothing to save.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}

/** What was cancelled ends at once, though others may wait for the same work, which goes on for them. */
async function unlessAborted<T>(work: Promise<T> | undefined, signal: AbortSignal): Promise<T | undefined> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return await Promise.race([work, aborted]);
}
