import { setTimeout as pause } from 'node:timers/promises';

/** How long anything may take to be ready after its fault is gone, as docs/operations.md says. */
export const READY_AGAIN_MS = 60_000;

/**
 * Looks again and again until something is so; it never merely lets time pass.
 * @param what is waited for, as the message says it
 * @throws {Error} when it is not so within the time, in ms
 */
export async function until(what: string, holds: () => Promise<boolean> | boolean, withinMs = 90_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`not within ${withinMs / 1000} s: ${what}`);
    await pause(50);
  }
}
