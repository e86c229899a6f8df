/** Phrases, sorted, to find the longest that a text has at one place. */
export class PhraseIndex {
  readonly #phrases: readonly string[];
  /** Of each phrase the longest other one that it begins with, or -1. */
  readonly #prefixes: readonly number[];
  readonly #firstUnits: ReadonlySet<number>;

  constructor(phrases: Iterable<string>) {
    const sorted = [...new Set(phrases)].filter((phrase) => phrase !== '').sort();
    const begun: number[] = [];
    this.#phrases = sorted;
    this.#prefixes = sorted.map((phrase, index) => {
      while (begun.length > 0 && !phrase.startsWith(sorted[begun.at(-1) ?? 0] ?? '')) begun.pop();
      return begun[begun.push(index) - 2] ?? -1;
    });
    this.#firstUnits = new Set(sorted.map((phrase) => phrase.charCodeAt(0)));
  }

  /** Whether any phrase begins with what is there. */
  mayBegin(text: string, offset: number): boolean {
    return this.#firstUnits.has(text.charCodeAt(offset));
  }

  /**
   * The longest phrase that a text has at an offset.
   *
   * @param fits whether a phrase of a length may be taken
   */
  longestAt(text: string, offset: number, fits: (length: number) => boolean): string | undefined {
    // The last phrase that sorts before the text, or is its beginning: every phrase that the text has is this one or a
    // beginning of it. Phrases between two that share units with the text share as many.
    let [low, high] = [-1, this.#phrases.length];
    let [lowShared, highShared] = [0, 0];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      const phrase = this.#phrases[middle] ?? '';
      let shared = Math.min(lowShared, highShared);
      while (shared < phrase.length && phrase.charCodeAt(shared) === text.charCodeAt(offset + shared)) shared += 1;
      if (shared === phrase.length || phrase.charCodeAt(shared) < text.charCodeAt(offset + shared))
        [low, lowShared] = [middle, shared];
      else [high, highShared] = [middle, shared];
    }
    for (let index = low; index >= 0; index = this.#prefixes[index] ?? -1) {
      const phrase = this.#phrases[index] ?? '';
      if (phrase.length <= lowShared && fits(phrase.length)) return phrase;
    }
    return undefined;
  }
}
