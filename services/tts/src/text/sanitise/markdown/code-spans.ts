/** The code spans of one text, by their runs of backticks. */
export class CodeSpans {
  /** Offsets of the runs of each length, ascending. */
  readonly #runs = new Map<number, number[]>();
  readonly #next = new Map<number, number>();

  constructor(text: string) {
    for (const match of text.matchAll(/`+/gu)) {
      const runs = this.#runs.get(match[0].length) ?? [];
      runs.push(match.index);
      this.#runs.set(match[0].length, runs);
    }
  }

  /** The offset of the run that closes one that opens at `offset`; `undefined` when there is none. Ascending calls only. */
  closing(offset: number, length: number): number | undefined {
    const runs = this.#runs.get(length) ?? [];
    let next = this.#next.get(length) ?? 0;
    while ((runs[next] ?? Number.POSITIVE_INFINITY) <= offset) next += 1;
    this.#next.set(length, next);
    return runs[next];
  }
}
