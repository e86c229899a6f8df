import { setTimeout as pause } from 'node:timers/promises';
import { BusyError, DownloadError } from './download-error.js';

export interface Patience {
  readonly signal?: AbortSignal | undefined;
  /** First pause before a new try, in ms; it doubles up to a minute. */
  readonly firstPause?: number | undefined;
  /** Is told what went wrong and when the next try is, since the pauses come to more than a minute. */
  readonly onWarning?: ((sentence: string) => void) | undefined;
  /** How far things have come; a try that gets further starts the count of tries anew. */
  readonly position?: () => Promise<number>;
}

/** Tries in a row that bring nothing new, after which it is given up. */
const MAX_FRUITLESS_TRIES = 6;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
const LONGEST_RETRY_AFTER_MS = 15 * 60_000;

/**
 * Repeats what fails for reasons that pass, with growing pauses or the one that the server asks for.
 * @throws the last DownloadError; the signal's reason once it has fired
 */
export async function patiently<T>(attempt: () => Promise<T>, patience: Patience): Promise<T> {
  const { signal, firstPause = FIRST_PAUSE_MS, position = async () => 0, onWarning } = patience;
  let fruitless = 0;
  for (;;) {
    const before = await position();
    try {
      return await attempt();
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof DownloadError) || !error.retryable) throw error;
      fruitless = (await position()) > before ? 0 : fruitless + 1;
      if (fruitless >= MAX_FRUITLESS_TRIES) throw error;
      const asked = error instanceof BusyError ? error.retryAfter : undefined;
      const length = Math.min(LONGEST_RETRY_AFTER_MS, asked ?? Math.min(LONGEST_PAUSE_MS, firstPause * 2 ** fruitless));
      onWarning?.(`${error.message} The next try is in ${Math.ceil(length / 1000)} s.`);
      await pause(length, undefined, signal ? { signal } : {});
    }
  }
}
