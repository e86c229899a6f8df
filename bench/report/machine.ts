import { availableParallelism, cpus, totalmem } from 'node:os';

/** The machine and the moment of a measurement, in one line. */
export function machine(): string {
  const processor = cpus()[0]?.model.trim() ?? 'unknown processor';
  const gigabytes = (totalmem() / 1e9).toFixed(0);
  return `${processor}, ${availableParallelism()} cores, ${gigabytes} GB, Node ${process.versions.node}, ${new Date().toISOString()}`;
}
