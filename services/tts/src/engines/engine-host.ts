import { writeFile } from 'node:fs/promises';
import { type Message, message, textOf } from '../errors.js';
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

export type EngineCall =
  | { readonly work: 'synthesize'; readonly argument: SynthesisJob }
  | { readonly work: 'encode'; readonly argument: ReferenceAudio };

/** From the service to an engine's process. Structured cloning carries samples as they are. */
export type ToEngine =
  | { readonly type: 'load'; readonly options: unknown }
  | ({ readonly type: 'call'; readonly id: number } & EngineCall)
  | { readonly type: 'cancel'; readonly id: number };

export type FromEngine =
  | Extract<EngineEvent, { readonly type: 'progress' | 'unusable' | 'suspect' | 'device-lost' }>
  | { readonly type: 'ready'; readonly capabilities: EngineCapabilities }
  /** What it can do by now; each second while there is work, as a sign of life. */
  | { readonly type: 'report'; readonly capabilities: EngineCapabilities }
  | { readonly type: 'log'; readonly level: 'info' | 'warn'; readonly fields: object; readonly text: string }
  | { readonly type: 'started'; readonly id: number }
  | { readonly type: 'completed'; readonly id: number; readonly result: SpokenChunk | EncodedVoice }
  | { readonly type: 'error'; readonly id: number; readonly kind: EngineErrorKind; readonly text: string };

/** An engine in its own process, loaded and warmed up. What it throws besides an EngineError counts as `failed`. */
export interface LoadedEngine extends Pick<EngineWork, 'synthesize'>, Partial<Pick<EngineWork, 'encode'>> {
  readonly capabilities: EngineCapabilities;
  /** Whether the files that it was loaded from are as they were. */
  isIntact?(): Promise<boolean>;
}

const SIGN_OF_LIFE_MS = 1_000;
const INTACT_MS = 30_000;
/** After so many failed chunks in a row another process is warmed up instead. */
const MAX_FAILED = 3;

/** Where memory runs out, the kernel ends this process and not the service, which starts another one. Only Linux has this. */
export function dieFirstWithoutMemory(): void {
  writeFile('/proc/self/oom_score_adj', '1000').catch(() => {});
}

/** `progress` from 0 to 1 where it is known. */
export type ReportProgress = (stage: string, progress?: number) => void;

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
  dieFirstWithoutMemory();
  const running = new Map<number, AbortController>();
  let engine: LoadedEngine | undefined;

  let failedInARow = 0;
  let isSuspect = false;

  const send = (sent: FromEngine) => {
    if (process.connected) process.send?.(sent);
  };
  /** Ends this process: nothing that it says from now on is taken. */
  const suspect = (reason: Message) => {
    isSuspect = true;
    send({ type: 'suspect', reason });
  };
  /** Of every result, too: weights are read from their files while they are used. */
  const checkFiles = async () => {
    if (!isSuspect && (await engine?.isIntact?.()) === false) suspect(message('files_changed', {}));
  };
  setInterval(checkFiles, INTACT_MS).unref();

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
    if (engine) send({ type: 'report', capabilities: engine.capabilities });
  };
  setInterval(() => {
    if (running.size > 0) report();
  }, SIGN_OF_LIFE_MS).unref();

  /** The report goes first: the receiver of a result has seen it. */
  const respond = async (outcome: Extract<FromEngine, { type: 'completed' | 'error' }>) => {
    await checkFiles();
    if (isSuspect) return;
    report();
    send(outcome);
    if (outcome.type === 'completed') failedInARow = 0;
    else if (outcome.kind === 'failed') failedInARow += 1;
    if (failedInARow >= MAX_FAILED) suspect(message('chunks_failed', {}));
  };

  const call = async ({ id, ...called }: Extract<ToEngine, { type: 'call' }>) => {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const control = { signal: controller.signal, onStart: () => send({ type: 'started', id }) };
      const result: SpokenChunk | EncodedVoice | undefined =
        called.work === 'synthesize'
          ? await engine?.synthesize(called.argument, control)
          : await engine?.encode?.(called.argument, control);
      if (!result) throw new EngineError('unsupported', 'This engine does not do that.');
      await respond({ type: 'completed', id, result });
    } catch (error) {
      if (error instanceof DeviceLostError) return send({ type: 'device-lost', detail: error.message });
      const kind = controller.signal.aborted ? 'aborted' : error instanceof EngineError ? error.kind : 'failed';
      await respond({ type: 'error', id, kind, text: error instanceof Error ? error.message : String(error) });
    } finally {
      running.delete(id);
    }
  };

  process.on('message', (received: ToEngine) => {
    if (received.type === 'load') void start(received.options as Options);
    else if (received.type === 'call') void call(received);
    else running.get(received.id)?.abort();
  });
  // A signal may reach every process of a service; the service decides when requests in flight are done.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
  // The service is gone. exit() aborts noisily while a thread computes, and there is nothing to save.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}
