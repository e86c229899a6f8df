import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { markPauses, splitAtPauses } from '../sanitise/pause-tags.js';
import { removeSymbols } from '../sanitise/symbols.js';

/** How a word or phrase is to be pronounced, as a request or a lexicon writes it. */
export interface Pronunciation {
  /** The word or phrase as it is written. In lower case it stands for any case, otherwise for itself alone. */
  readonly text: string;
  /** What is spoken instead. */
  readonly say: string;
  /** Only for texts in this language; absent: for all. */
  readonly language?: LanguageCode | undefined;
}

/** A pronunciation that was found. */
export interface FoundPronunciation {
  /** UTF-16 units that it replaces. */
  readonly length: number;
  readonly say: string;
}

/** Pronunciations by what they replace, for lookups in constant time. */
export class Pronunciations {
  readonly #says = new Map<string, string>();
  readonly #lowerCaseSays = new Map<string, string>();
  /** Lengths of the texts that begin with a UTF-16 unit, in upper and lower case. */
  readonly #lengths = new Map<string, Set<number>>();

  /** @param entries of two for the same text the later one holds; those for another language are left out */
  constructor(entries: readonly Pronunciation[], language: LanguageCode) {
    for (const entry of entries) {
      const text = cleaned(entry.text);
      if (text === '' || (entry.language ?? language) !== language) continue;
      const isLowerCase = text === text.toLowerCase();
      (isLowerCase ? this.#lowerCaseSays : this.#says).set(text, cleaned(entry.say));
      const first = text.charAt(0);
      for (const begin of isLowerCase ? [first, first.toUpperCase()] : [first]) {
        const lengths = this.#lengths.get(begin) ?? new Set();
        this.#lengths.set(begin, lengths.add(text.length));
      }
    }
  }

  get isEmpty(): boolean {
    return this.#lengths.size === 0;
  }

  /** The pronunciations of what begins at an offset. An exact spelling wins over one in lower case. */
  at(text: string, offset: number): FoundPronunciation[] {
    const lengths = this.#lengths.get(text.charAt(offset));
    return [...(lengths ?? [])].flatMap((length) => {
      const written = text.slice(offset, offset + length);
      const say = this.#says.get(written) ?? this.#lowerCaseSays.get(written.toLowerCase());
      return say === undefined || written.length < length ? [] : [{ length, say }];
    });
  }
}

/** The pronunciations of the server, sorted once for each language. */
export class Lexicon {
  readonly #entries: readonly Pronunciation[];
  readonly #languages = new Map<LanguageCode, Pronunciations>();

  constructor(entries: readonly Pronunciation[]) {
    this.#entries = entries;
  }

  of(language: LanguageCode): Pronunciations {
    const known = this.#languages.get(language);
    const pronunciations = known ?? new Pronunciations(this.#entries, language);
    if (!known) this.#languages.set(language, pronunciations);
    return pronunciations;
  }
}

/** In the letters of a sanitised text, on one line. */
function cleaned(text: string): string {
  const oneLine = (part: string) => removeSymbols(part).replace(/\s+/gu, ' ').trim();
  return splitAtPauses(markPauses(text), oneLine).text;
}
