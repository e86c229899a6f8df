/** A stretch without sound, in seconds. */
export interface Silence {
  readonly start: number;
  readonly end: number;
}

const SAMPLE_RATE = 24_000;
const QUIET = 1e-3;

/** The silences of at least so many seconds, those at the ends included. */
export function silencesOf(samples: Float32Array, leastSeconds: number): Silence[] {
  const found: Silence[] = [];
  let start = 0;
  for (let at = 0; at <= samples.length; at += 1) {
    if (at < samples.length && Math.abs(samples[at] ?? 0) <= QUIET) continue;
    if ((at - start) / SAMPLE_RATE >= leastSeconds) found.push({ start: start / SAMPLE_RATE, end: at / SAMPLE_RATE });
    start = at + 1;
  }
  return found;
}
