/** Phrases, sorted, to find the longest that a text has at one place. */
export class PhraseIndex {
  readonly #phrases: readonly string[];
  /** Of each phrase the longest other one that it begins with, or -1. */
  readonly #prefixes: readonly number[];
  readonly #firstUnits: ReadonlySet<number>;
  readonly #longest: number;

  constructor(phrases: Iterable<string>) {
    const sorted = [...new Set(phrases)].filter((phrase) => phrase !== '').sort();
    const begun: number[] = [];
    this.#phrases = sorted;
    this.#prefixes = sorted.map((phrase, index) => {
      while (begun.length > 0 && !phrase.startsWith(sorted[begun.at(-1) ?? 0] ?? '')) begun.pop();
      return begun[begun.push(index) - 2] ?? -1;
    });
    this.#firstUnits = new Set(sorted.map((phrase) => phrase.charCodeAt(0)));
    this.#longest = sorted.reduce((longest, { length }) => Math.max(longest, length), 0);
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
    const ahead = text.slice(offset, offset + this.#longest);
    // Every phrase that the text has is a beginning of the last one that does not sort behind it.
    let [index, high] = [-1, this.#phrases.length];
    while (high - index > 1) {
      const middle = (index + high) >> 1;
      if ((this.#phrases[middle] ?? '') > ahead) high = middle;
      else index = middle;
    }
    const shared = sharedUnits(this.#phrases[index], ahead);
    for (; index >= 0; index = this.#prefixes[index] ?? -1) {
      const phrase = this.#phrases[index] ?? '';
      if (phrase.length <= shared && fits(phrase.length)) return phrase;
    }
    return undefined;
  }
}

function sharedUnits(one = '', other = ''): number {
  let units = 0;
  while (units < one.length && one.charCodeAt(units) === other.charCodeAt(units)) units += 1;
  return units;
}
