import { writeSync } from 'node:fs';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const FRAMES = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';
const FRAME_MS = 100;
const STDERR = 2;
const ENDING = 1;
const ENDED = 2;

/**
 * Shows a step with its seconds on a terminal until it ends; elsewhere prints its name. A thread draws, since a build blocks
 * this one.
 *
 * @returns ends it
 */
export function startSpinner(name) {
  if (!process.stderr.isTTY) {
    console.error(name);
    return () => undefined;
  }
  const state = new Int32Array(new SharedArrayBuffer(4));
  new Worker(new URL(import.meta.url), { workerData: { spinner: name, state } }).unref();
  return () => {
    if (Atomics.compareExchange(state, 0, 0, ENDING) !== 0) return;
    Atomics.notify(state, 0);
    Atomics.wait(state, 0, ENDING, 10 * FRAME_MS);
  };
}

if (!isMainThread && workerData?.spinner) {
  const { spinner, state } = workerData;
  const startedAt = performance.now();
  for (let frame = 0; Atomics.load(state, 0) === 0; frame += 1) {
    const seconds = Math.floor((performance.now() - startedAt) / 1_000);
    writeSync(STDERR, `\r\x1b[K${FRAMES[frame % FRAMES.length]} ${spinner}  ${seconds} s`);
    Atomics.wait(state, 0, 0, FRAME_MS);
  }
  writeSync(STDERR, '\r\x1b[K');
  Atomics.store(state, 0, ENDED);
  Atomics.notify(state, 0);
}
