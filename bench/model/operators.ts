import { profileGeneration } from '@ownvoice/qwen3-tts/measure';

/** Frames of a profiled run. */
const FRAMES = 4;
const RUNS = 2;
/** The time of a node that counts is the one below which this share lies: the others were interrupted. */
const SHARE = 0.2;
const PRODUCTS = 'MatMulNBits';

/** Milliseconds a frame that each kind of operator of the generation graph takes. */
async function operatorTimes(folder: string, threads: number): Promise<Map<string, number>> {
  const nodes = new Map<string, { readonly operator: string; readonly times: number[] }>();
  for (let run = 0; run < RUNS; run++) {
    for (const { name, operator, microseconds } of await profileGeneration(folder, 'cpu', threads)) {
      const node = nodes.get(name) ?? { operator, times: [] };
      node.times.push(microseconds);
      nodes.set(name, node);
    }
  }
  const sums = new Map<string, number>();
  for (const { operator, times } of nodes.values()) {
    const typical = times.toSorted((one, other) => one - other)[Math.floor(SHARE * times.length)] ?? 0;
    const milliseconds = (typical * times.length) / (1000 * FRAMES * RUNS);
    sums.set(operator, (sums.get(operator) ?? 0) + milliseconds);
  }
  return sums;
}

/** Prints the time of each kind of operator on one thread and on several, the largest first. */
export async function reportOperators(folder: string, threads: number): Promise<void> {
  const [alone, together] = [await operatorTimes(folder, 1), await operatorTimes(folder, threads)];
  const small = (times: ReadonlyMap<string, number>) =>
    [...times].reduce((sum, [operator, time]) => sum + (operator === PRODUCTS ? 0 : time), 0);
  const print = (name: string, one: number, all: number) =>
    console.log(`${name.padEnd(36)} ${one.toFixed(2).padStart(8)} ${all.toFixed(2).padStart(10)}`);
  console.log(`\n${'milliseconds a frame'.padEnd(36)} 1 thread  ${threads} threads`);
  for (const [operator, time] of [...together].toSorted(([, one], [, other]) => other - one)) {
    print(operator, alone.get(operator) ?? 0, time);
  }
  print(`all but ${PRODUCTS}`, small(alone), small(together));
}
