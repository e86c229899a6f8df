/** Phrases, sorted, to find the longest that a text has at one place. */
export class PhraseIndex {
  readonly #phrases: readonly string[];
  /** Of each phrase the longest other one that it begins with, or -1. */
  readonly #prefixes: readonly number[];
  /** Units that a phrase shares with the bounds of the one range whose middle it is. */
  readonly #shared: readonly (readonly [number, number])[];
  readonly #firstUnits: ReadonlySet<number>;

  constructor(phrases: Iterable<string>) {
    const sorted = [...new Set(phrases)].filter((phrase) => phrase !== '').sort();
    const begun: number[] = [];
    this.#phrases = sorted;
    this.#prefixes = sorted.map((phrase, index) => {
      while (begun.length > 0 && !phrase.startsWith(sorted[begun.at(-1) ?? 0] ?? '')) begun.pop();
      return begun[begun.push(index) - 2] ?? -1;
    });
    this.#shared = sharedWithBounds(sorted);
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
    // beginning of it. No unit of the text is compared twice (Manber and Myers, Suffix arrays, 1993).
    let [low, high] = [-1, this.#phrases.length];
    let [lowShared, highShared] = [0, 0];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      const [withLow, withHigh] = this.#shared[middle] ?? [0, 0];
      const isNearLow = lowShared >= highShared;
      const [known, withKnown] = isNearLow ? [lowShared, withLow] : [highShared, withHigh];
      let shared = Math.min(known, withKnown);
      // Where the phrase differs from the nearer bound, it is on the other side of the text; where the bound differs from
      // the text first, on the same.
      let isAfter = withKnown < known ? isNearLow : !isNearLow;
      if (withKnown === known) {
        const phrase = this.#phrases[middle] ?? '';
        while (shared < phrase.length && phrase.charCodeAt(shared) === text.charCodeAt(offset + shared)) shared += 1;
        isAfter = shared < phrase.length && !(phrase.charCodeAt(shared) < text.charCodeAt(offset + shared));
      }
      if (isAfter) [high, highShared] = [middle, shared];
      else [low, lowShared] = [middle, shared];
    }
    for (let index = low; index >= 0; index = this.#prefixes[index] ?? -1) {
      const phrase = this.#phrases[index] ?? '';
      if (phrase.length <= lowShared && fits(phrase.length)) return phrase;
    }
    return undefined;
  }
}

function sharedWithBounds(sorted: readonly string[]): [number, number][] {
  const shared: [number, number][] = [];
  const ranges: [number, number][] = [[-1, sorted.length]];
  for (let range = ranges.pop(); range; range = ranges.pop()) {
    const [low, high] = range;
    if (high - low <= 1) continue;
    const middle = (low + high) >> 1;
    shared[middle] = [sharedUnits(sorted[low], sorted[middle]), sharedUnits(sorted[middle], sorted[high])];
    ranges.push([low, middle], [middle, high]);
  }
  return shared;
}

function sharedUnits(one = '', other = ''): number {
  let units = 0;
  while (units < one.length && one.charCodeAt(units) === other.charCodeAt(units)) units += 1;
  return units;
}
