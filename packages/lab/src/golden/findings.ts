/** One comparison. */
interface Finding {
  readonly what: string;
  readonly ok: boolean;
  /** `identical`, or the largest difference. */
  readonly measure: string;
}

/** The comparisons of one case: one line of the report. */
export class Findings {
  readonly #findings: Finding[] = [];

  constructor(readonly name: string) {}

  get ok(): boolean {
    return this.#findings.length > 0 && this.#findings.every(({ ok }) => ok);
  }

  /** Two lists of whole numbers. */
  identical(what: string, found: ArrayLike<number | bigint>, expected: ArrayLike<number | bigint>): void {
    const differing = countDifferences(found, expected);
    const sizes = found.length === expected.length ? '' : ` (${found.length} instead of ${expected.length})`;
    const measure = differing === 0 ? 'identical' : `${differing} differ${sizes}`;
    this.#findings.push({ what, ok: differing === 0, measure });
  }

  /** Two lists of real numbers; the difference is divided by `scale`. */
  close(what: string, found: Float32Array, expected: Float32Array, tolerance: number, scale = 1): void {
    const difference = largestDifference(found, expected) / scale;
    this.#findings.push({ what, ok: difference <= tolerance, measure: difference.toExponential(1) });
  }

  /** Relative to the largest expected magnitude. */
  relative(what: string, found: Float32Array, expected: Float32Array, tolerance: number): void {
    const largest = expected.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    this.close(what, found, expected, tolerance, largest || 1);
  }

  failed(reason: unknown): void {
    this.#findings.push({
      what: 'failed',
      ok: false,
      measure: reason instanceof Error ? reason.message : String(reason),
    });
  }

  toString(): string {
    const parts = this.#findings.map(({ what, ok, measure }) => `${what} ${measure}${ok ? '' : ' (!)'}`);
    return `${this.ok ? 'ok    ' : 'NOT OK'}  ${this.name}: ${parts.join(', ') || 'nothing was compared'}`;
  }
}

function countDifferences(found: ArrayLike<number | bigint>, expected: ArrayLike<number | bigint>): number {
  let count = Math.abs(found.length - expected.length);
  for (let i = 0; i < Math.min(found.length, expected.length); i++) {
    if (Number(found[i]) !== Number(expected[i])) count++;
  }
  return count;
}

/** Infinite for lists of different lengths and for NaN. */
function largestDifference(found: Float32Array, expected: Float32Array): number {
  if (found.length !== expected.length) return Number.POSITIVE_INFINITY;
  let largest = 0;
  for (let i = 0; i < found.length; i++) {
    const difference = Math.abs((found[i] as number) - (expected[i] as number));
    if (!(difference <= largest)) largest = Number.isNaN(difference) ? Number.POSITIVE_INFINITY : difference;
  }
  return largest;
}
