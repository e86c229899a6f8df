import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { markPauses, splitAtPauses } from '../sanitise/pause-tags.js';
import { sanitise } from '../sanitise/sanitise.js';
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

/** Words that a list has an entry for. */
export interface FoundPhrase {
  /** UTF-16 units of the words. */
  readonly length: number;
  /** Undefined: the words are what an entry says, and stay as they are. */
  readonly say: string | undefined;
}

/** A text to look up words in, also in lower case with the same offsets. */
export interface SearchedText {
  readonly text: string;
  readonly lowerCase: string;
}

export function searched(written: string): SearchedText {
  const text = withOneApostrophe(written);
  const lowerCase = text.replace(/\p{Changes_When_Lowercased}/gu, (letter) => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  });
  return { text, lowerCase };
}

/** Pronunciations by what they replace. */
export class Pronunciations {
  readonly #says = new Map<string, string>();
  readonly #lowerCaseSays = new Map<string, string>();
  /** What the entries say. */
  readonly #stays: ReadonlySet<string>;
  /** By first UTF-16 unit, in lower case: the lengths of the phrases that begin so, the longest first. */
  readonly #lengths = new Map<number, number[]>();

  /** @param entries of two for the same text the later one holds; those for another language are left out */
  constructor(entries: readonly Pronunciation[], language: LanguageCode) {
    for (const entry of entries) {
      const text = withOneApostrophe(cleaned(entry.text));
      if (text === '' || (entry.language ?? language) !== language) continue;
      (text === text.toLowerCase() ? this.#lowerCaseSays : this.#says).set(text, spoken(entry.say, language));
    }
    this.#stays = new Set([...this.#says.values(), ...this.#lowerCaseSays.values()].map(withOneApostrophe));
    for (const phrase of [...this.#says.keys(), ...this.#lowerCaseSays.keys(), ...this.#stays]) {
      const first = searched(phrase).lowerCase.charCodeAt(0);
      const lengths = this.#lengths.get(first) ?? [];
      this.#lengths.set(first, lengths);
      if (phrase !== '' && !lengths.includes(phrase.length)) lengths.push(phrase.length);
    }
    for (const lengths of this.#lengths.values()) lengths.sort((one, other) => other - one);
  }

  get isEmpty(): boolean {
    return this.#stays.size === 0;
  }

  /** Whether anything in the list may begin at an offset. */
  mayBegin({ lowerCase }: SearchedText, offset: number): boolean {
    return this.#lengths.has(lowerCase.charCodeAt(offset));
  }

  /**
   * The longest words that begin at an offset and that the list has an entry for.
   *
   * @param fits whether words of a length may be taken
   */
  longest(
    { text, lowerCase }: SearchedText,
    offset: number,
    fits: (length: number) => boolean,
  ): FoundPhrase | undefined {
    for (const length of this.#lengths.get(lowerCase.charCodeAt(offset)) ?? []) {
      const words = text.substr(offset, length);
      const say = this.#says.get(words) ?? this.#lowerCaseSays.get(lowerCase.substr(offset, length));
      if ((say !== undefined || this.#stays.has(words)) && fits(length)) return { length, say };
    }
    return undefined;
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

/** Keyboards write another one than books. */
const withOneApostrophe = (text: string) => text.replace(/[’ʼ]/g, "'");

const MARKUP = /[*_~`<>#|$\\[\](){}（）【】]/;

/** What is spoken instead. A client may send the chunk back, and its markup would be removed then. */
function spoken(say: string, language: LanguageCode): string {
  const text = cleaned(say);
  return MARKUP.test(text) ? sanitise(text, language).text : text;
}

/** In the letters of a sanitised text, on one line. */
function cleaned(text: string): string {
  const oneLine = (part: string) => removeSymbols(part).replace(/\s+/gu, ' ').trim();
  return splitAtPauses(markPauses(text), oneLine).text;
}
