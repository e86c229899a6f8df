import { Worker } from 'node:worker_threads';

const BYTES = 256 << 20;
const PASSES = 8;

const copying = `
  const { parentPort } = require('node:worker_threads');
  const from = new Float64Array(${BYTES / 8}).fill(1), to = new Float64Array(${BYTES / 8});
  to.set(from);
  parentPort.once('message', () => {
    for (let pass = 0; pass < ${PASSES}; pass++) to.set(from);
    parentPort.postMessage('done');
  });
  parentPort.postMessage('ready');
`;

/** Bytes a second that all threads together move through memory when they copy: what is read and what is written. */
export async function memoryBandwidth(threads: number): Promise<number> {
  const workers = Array.from({ length: threads }, () => new Worker(copying, { eval: true }));
  const all = (message: string) =>
    Promise.all(
      workers.map(
        (worker) => new Promise<void>((done) => worker.once('message', (text) => text === message && done())),
      ),
    );
  await all('ready');
  const start = performance.now();
  const done = all('done');
  for (const worker of workers) worker.postMessage('go');
  await done;
  const seconds = (performance.now() - start) / 1000;
  await Promise.all(workers.map((worker) => worker.terminate()));
  return (2 * BYTES * PASSES * threads) / seconds;
}
