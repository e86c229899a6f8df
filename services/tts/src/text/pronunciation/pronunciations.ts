import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { markPauses, splitAtPauses } from '../sanitise/pause-tags.js';
import { sanitise } from '../sanitise/sanitise.js';
import { removeSymbols } from '../sanitise/symbols.js';
import { PhraseIndex } from './phrase-index.js';

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

/** A text to look up words in. */
export class SearchedText {
  /** With the offsets of the text. */
  readonly lowerCase: string;

  readonly text: string;

  constructor(text: string) {
    this.text = withOneApostrophe(text);
    this.lowerCase = this.text.replace(/\p{Changes_When_Lowercased}/gu, (letter) => {
      const small = letter.toLowerCase();
      return small.length === letter.length ? small : letter;
    });
  }
}

/** Pronunciations by what they replace. */
export class Pronunciations {
  readonly #says = new Map<string, string>();
  readonly #lowerCaseSays = new Map<string, string>();
  readonly #phrases: PhraseIndex;
  readonly #lowerCasePhrases: PhraseIndex;

  /** @param entries of two for the same text the later one holds; those for another language are left out */
  constructor(entries: readonly Pronunciation[], language: LanguageCode) {
    for (const entry of entries) {
      const text = withOneApostrophe(cleaned(entry.text));
      if (text === '' || (entry.language ?? language) !== language) continue;
      (text === text.toLowerCase() ? this.#lowerCaseSays : this.#says).set(text, spoken(entry.say, language));
    }
    const says = [...this.#says.values(), ...this.#lowerCaseSays.values()].map(withOneApostrophe);
    this.#phrases = new PhraseIndex([...this.#says.keys(), ...says]);
    this.#lowerCasePhrases = new PhraseIndex(this.#lowerCaseSays.keys());
  }

  get isEmpty(): boolean {
    return this.#says.size === 0 && this.#lowerCaseSays.size === 0;
  }

  /** Whether anything in the list may begin at an offset. */
  mayBegin({ text, lowerCase }: SearchedText, offset: number): boolean {
    return this.#phrases.mayBegin(text, offset) || this.#lowerCasePhrases.mayBegin(lowerCase, offset);
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
    const exact = this.#phrases.longestAt(text, offset, fits);
    const anyCase = this.#lowerCasePhrases.longestAt(lowerCase, offset, fits);
    const say = this.#says.get(exact ?? '');
    const isAnyCase =
      anyCase && (!exact || anyCase.length > exact.length || (anyCase.length === exact.length && say === undefined));
    if (isAnyCase) return { length: anyCase.length, say: this.#lowerCaseSays.get(anyCase) };
    return exact === undefined ? undefined : { length: exact.length, say };
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
