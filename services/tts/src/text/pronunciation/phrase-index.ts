/** Phrases, sorted, to find those that a text has at one place. */
export class PhraseIndex {
  readonly #phrases: readonly string[];
  readonly #firstUnits: ReadonlySet<number>;

  constructor(phrases: Iterable<string>) {
    this.#phrases = [...new Set(phrases)].filter((phrase) => phrase !== '').sort();
    this.#firstUnits = new Set(this.#phrases.map((phrase) => phrase.charCodeAt(0)));
  }

  /** Whether any phrase begins with what is there. */
  mayBegin(text: string, offset: number): boolean {
    return this.#firstUnits.has(text.charCodeAt(offset));
  }

  /** The phrases that a text has at an offset, the shortest first. Reads the text only as far as a phrase agrees with it. */
  at(text: string, offset: number): string[] {
    const found: string[] = [];
    // The phrases of this range agree with the text in their first `length` units.
    let from = 0;
    let to = this.#phrases.length;
    for (let length = 0; from < to; length += 1) {
      const first = this.#phrases[from] ?? '';
      if (first.length === length) {
        found.push(first);
        from += 1;
      }
      const unit = text.charCodeAt(offset + length);
      // Phrases that continue each other leave the range one by one, and a search for each would take longest.
      if (this.#unit(from, length) < unit) from += 1;
      if (this.#unit(to - 1, length) > unit) to -= 1;
      if (this.#unit(from, length) !== unit) from = this.#firstAtLeast(unit, length, from, to);
      if (this.#unit(to - 1, length) !== unit) to = this.#firstAtLeast(unit + 1, length, from, to);
    }
    return found;
  }

  #unit(index: number, position: number): number {
    return this.#phrases[index]?.charCodeAt(position) ?? 0;
  }

  /** The first phrase of a range whose unit at a position is so large or larger; `to` if there is none, or no unit is given. */
  #firstAtLeast(unit: number, position: number, from: number, to: number): number {
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#unit(middle, position) >= unit) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
