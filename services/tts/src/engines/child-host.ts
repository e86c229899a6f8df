import type { FromChild, ToChild } from './child-protocol.js';
import {
  type EngineCapabilities,
  EngineError,
  type SpokenChunk,
  type SynthesisControl,
  type SynthesisJob,
} from './engine.js';

/** What the process of an engine has once it is loaded and warm. */
export interface Synthesizer {
  /** Another object when something changed. */
  readonly capabilities: EngineCapabilities;
  /** What it counts for its metrics, by name. */
  readonly figures?: Readonly<Record<string, number>>;
  /**
   * As {@link Engine.synthesize}. Several calls may be in flight; a synthesizer that does one thing at a time keeps
   * them in order itself and calls `onStart` when it really begins.
   *
   * @throws EngineError, or anything else, which counts as `failed`
   */
  synthesize(job: SynthesisJob, control: SynthesisControl): Promise<SpokenChunk>;
}

/** Tells how far loading has come; `progress` from 0 to 1 where it is known. */
export type ReportProgress = (stage: string, progress?: number) => void;

/** Thrown while loading when trying again would not help: files missing or altered, no such device. */
export class UnusableEngineError extends Error {
  override readonly name = 'UnusableEngineError';
}

/**
 * The whole of an engine's process: loads once it is told how, then serves jobs until the service goes away.
 * Call it from the entry file that the supervisor forks.
 *
 * @param load reads what is needed and speaks a warm-up utterance; an UnusableEngineError ends in state `failed`,
 *   anything else it throws ends the process, which the supervisor then starts again
 */
export function serveEngine<Options>(load: (options: Options, report: ReportProgress) => Promise<Synthesizer>): void {
  const running = new Map<number, AbortController>();
  let synthesizer: Synthesizer | undefined;
  let told: EngineCapabilities | undefined;

  const send = (message: FromChild) => {
    if (process.connected) process.send?.(message);
  };

  const begin = async (options: Options) => {
    try {
      synthesizer = await load(options, (stage, progress) =>
        send({ type: 'progress', stage, ...(progress === undefined ? {} : { progress }) }),
      );
      told = synthesizer.capabilities;
      send({ type: 'ready', capabilities: told });
    } catch (error) {
      if (!(error instanceof UnusableEngineError)) throw error;
      send({ type: 'unusable', reason: error.message });
    }
  };

  /** What changed comes first, so that whoever has the result sees that too. */
  const answer = (message: FromChild) => {
    if (synthesizer?.figures) send({ type: 'figures', figures: synthesizer.figures });
    if (synthesizer && synthesizer.capabilities !== told) {
      told = synthesizer.capabilities;
      send({ type: 'capabilities', capabilities: told });
    }
    send(message);
  };

  const speak = async (id: number, job: SynthesisJob) => {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      if (!synthesizer) throw new EngineError('unavailable', 'The engine is not loaded.');
      const chunk = await synthesizer.synthesize(job, {
        signal: controller.signal,
        onStart: () => send({ type: 'started', id }),
      });
      answer({ type: 'spoken', id, chunk });
    } catch (error) {
      const kind = controller.signal.aborted ? 'aborted' : error instanceof EngineError ? error.kind : 'failed';
      answer({ type: 'error', id, kind, message: error instanceof Error ? error.message : String(error) });
    } finally {
      running.delete(id);
    }
  };

  process.on('message', (message: ToChild<Options>) => {
    if (message.type === 'load') void begin(message.options);
    else if (message.type === 'synthesize') void speak(message.id, message.job);
    else running.get(message.id)?.abort();
  });
  // Ctrl-C reaches the whole process group; requests in flight are still to be finished, so the service decides.
  process.on('SIGINT', () => {});
  // The service is gone. An ordinary exit would abort noisily while a thread computes, and there is nothing to save.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}
