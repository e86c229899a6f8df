import { textOf } from '../errors.js';
import { type Engine, EngineError } from './engine.js';

/**
 * Waits until an engine takes jobs, and wakes one that is asleep.
 *
 * @param restartTimeoutMs how long one that restarts is waited for; one that wakes, or whose device was lost, takes as long
 *   as loading takes
 * @throws EngineError `unavailable` when it does not come back; the signal's reason when it fires
 */
export function untilReady(engine: Engine, restartTimeoutMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const settle = (done: () => void) => {
      clearTimeout(timer);
      removeListener();
      signal?.removeEventListener('abort', onAbort);
      done();
    };
    const lose = (reason: string) => settle(() => reject(new EngineError('unavailable', reason)));
    const onAbort = () => settle(() => reject(signal?.reason));
    const look = () => {
      const { state } = engine;
      if (state.kind === 'ready') settle(resolve);
      else if (state.kind === 'failed') lose(textOf(state.reason));
      else if (state.kind === 'stopped') lose('The engine is stopping.');
      else if (state.kind === 'asleep' || engine.awaitsDevice) {
        clearTimeout(timer);
        timer = undefined;
        if (state.kind === 'asleep' && !state.isWaking) engine.wake();
      } else timer ??= setTimeout(() => lose('The engine has not restarted yet.'), restartTimeoutMs);
    };
    const removeListener = engine.onState(look);
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();
    else look();
  });
}
