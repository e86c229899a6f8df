import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { removeSymbols } from '../sanitise/symbols.js';
import { scoresOfLatinLanguages } from './latin-languages.js';
import { scriptOf } from './scripts.js';
import { informativeWords } from './words.js';

/** The language that a text is spoken in, and the one it is written in if that is none of the ten. */
export interface Detection {
  readonly language: LanguageCode;
  /** ISO 639-1, only when the text is in none of the ten: then `language` is the voice's own. */
  readonly foreign?: string;
  /** Nothing tells: `language` is the voice's own. */
  readonly isUnsure?: true;
}

/** UTF-16 units that are enough for detection; the rest of a longer text is not read. */
const SAMPLE_LENGTH = 2_000;
const ADDRESSES = /(?:https?:\/\/|www\.)[\x21-\x7e]{1,500}|[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{1,100}/gu;

/**
 * How much surer than of one of the ten the detector has to be of another language; a short text says less. The letters of a
 * lone word say next to nothing, unless it is a frequent one: `Papillon` would be Albanian.
 */
const FOREIGN_MARGIN = { word: 0.25, short: 0.02, long: 0.1 } as const;
const SHORT_TEXT = 24;
/** Letters of a lone word that is too short to be told from one of the ten languages. */
const SHORT_WORD = 3;
/** In a word that is no name, these are in none of the ten languages. */
const FOREIGN_LETTER =
  /^\p{Ll}.*[ąćęłńśźżčďěňřšťůžğışőűășțţāēģīķļņūėįųđơưạ-ỹåøæðþə]|^[ąćęłńśźżčďěňřšťůžğşőűășțţāēģīķļņūėįųđơưåøæðþə]/u;
/** Letters that are drawn otherwise, and marks that stand inside words: 𝐛𝐨𝐥𝐝, ﬁ, full-width, stacked accents, soft hyphens. */
const STYLED = /[\u00ad\p{Mn}\u200b-\u200d\u2060\u24b6-\u24e9\ufb00-\ufb06\ufeff\uff21-\uff9f\u{1d400}-\u{1d7ff}]/u;
/** What somebody else says, or a title, where prose is left beside it. */
const QUOTED = /["“”„«»「『][^"“”„«»「」『』\n]{1,300}["“”«»」』]/gu;
const PROSE = /(?<!\p{L})\p{Ll}{2}|\p{Lo}/u;
/** Addresses are removed before the sample is cut. */
const ADDRESS_ROOM = 2_000;

/**
 * Detects the language of a text: by script where the script tells, else by letter statistics, frequent words and accents
 * among the languages with Latin script. With nothing to tell by it is `fallback`, the voice's own language.
 */
export function detectLanguage(text: string, fallback: LanguageCode): Detection {
  const written = text.slice(0, SAMPLE_LENGTH + ADDRESS_ROOM);
  const whole = (STYLED.test(written) ? removeSymbols(written) : written)
    .replace(ADDRESSES, ' ')
    .slice(0, SAMPLE_LENGTH);
  const unquoted = whole.replace(QUOTED, ' ');
  const sample = PROSE.test(unquoted) ? unquoted : whole;
  const script = scriptOf(sample);
  if (script.kind === 'language') return { language: script.language };
  if (script.kind === 'foreign') return { language: fallback, foreign: script.language };
  if (script.kind === 'han') return { language: fallback === 'ja' ? 'ja' : 'zh' };
  const words = informativeWords(sample);
  const unsure: Detection = { language: fallback, isUnsure: true };
  if (words.length === 0) return unsure;
  const scores = scoresOfLatinLanguages(words, fallback);
  const [best] = scores.own;
  const [foreign] = scores.foreign;
  const margin = marginOf(words, sample);
  if (!best) return unsure;
  if (foreign && foreign.score > best.score + margin) return { language: fallback, foreign: foreign.language };
  return best.score > 0 ? { language: best.language } : unsure;
}

/** The language of a text; undefined when there is nothing to tell by, or it is none of the ten. */
export function certainLanguage(text: string): LanguageCode | undefined {
  // Scores and Chinese characters lean towards the fallback.
  const [one, other] = [detectLanguage(text, 'en'), detectLanguage(text, 'de')];
  const isCertain = one.language === other.language && one.foreign === undefined && !one.isUnsure && !other.isUnsure;
  return isCertain ? one.language : undefined;
}

function marginOf(words: readonly string[], sample: string): number {
  if (words.some((word) => FOREIGN_LETTER.test(word))) return 0;
  const letters = words.join('').length;
  // Telephone numbers, prices and scores with their labels.
  if (letters <= SHORT_WORD || (sample.match(/\d/gu)?.length ?? 0) > letters) return Number.POSITIVE_INFINITY;
  if (words.length === 1) return FOREIGN_MARGIN.word;
  return words.join(' ').length < SHORT_TEXT ? FOREIGN_MARGIN.short : FOREIGN_MARGIN.long;
}
