import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { compareSync, hashSync } from 'bcryptjs';

const COST = 12;

/**
 * Bcrypt comparisons of cost 12 per second on this machine when nothing else runs.
 * @param threads how many compute at once
 * @param seconds for how long
 */
export async function bcryptLimit(threads: number, seconds: number): Promise<number> {
  const count = () =>
    new Promise<number>((resolve, reject) => {
      const worker = new Worker(fileURLToPath(import.meta.url), { workerData: { seconds } });
      worker.once('message', resolve);
      worker.once('error', reject);
    });
  const rates = await Promise.all(Array.from({ length: threads }, count));
  return rates.reduce((sum, rate) => sum + rate, 0);
}

if (!isMainThread && parentPort) {
  const { seconds } = workerData as { seconds: number };
  const hash = hashSync('Correct-Horse-1', COST);
  compareSync('warm up', hash);
  const start = performance.now();
  let comparisons = 0;
  while (performance.now() - start < seconds * 1000) {
    compareSync('Correct-Horse-1', hash);
    comparisons += 1;
  }
  parentPort.postMessage(comparisons / ((performance.now() - start) / 1000));
}
