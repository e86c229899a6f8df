import { availableParallelism, cpus, totalmem } from 'node:os';

/** Prints how a bench is called and ends the process, where `--help` is among the arguments. */
export function answerHelp(usage: string): void {
  if (!process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) return;
  console.log(usage);
  process.exit(0);
}

/** The machine and the moment of a measurement, in one line. */
export function machine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown CPU';
  const gigabytes = (totalmem() / 1e9).toFixed(0);
  return `${model}, ${availableParallelism()} cores, ${gigabytes} GB, Node ${process.versions.node}, ${new Date().toISOString()}`;
}

/** The value below which a share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
