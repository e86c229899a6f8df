import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { ADDRESS } from '../sanitise/letters.js';
import { removeSymbols } from '../sanitise/symbols.js';
import { likeliestLanguage } from './posterior.js';
import { scriptOf } from './scripts.js';

/** The language that a text is spoken in, and the one it is written in if that is none of the ten. */
export interface Detection {
  readonly language: LanguageCode;
  /** ISO 639-1, only when the text is in none of the ten: then `language` is the voice's own. */
  readonly foreign?: string;
  /** Nothing tells: `language` is the voice's own. */
  readonly isUnsure?: true;
}

/** Words of a script; what stands next to a digit or a sign of formulas is a unit, a code or a variable. */
const WORD = {
  latin:
    /(?<![\p{L}\p{N}@_])\p{Script=Latin}[\p{Script=Latin}\p{M}'’]*(?:\.(?=\s*[\p{Ll}\p{N}§:,(]))?(?![\p{L}\p{N}@_=^]|\s*[=^])/gu,
  cyrillic: /\p{Script=Cyrillic}[\p{Script=Cyrillic}\p{M}'’]*/gu,
} as const;
/** `iPhone`, `eBay`, `pH`. */
const BRAND = /\p{Ll}\p{Lu}/u;
/** Initials and abbreviations: `J.`, `USA`, `PCs`. In a text of capitals alone they are words: `PROHIBIDO FUMAR`. */
const CAPITALS = /^\p{Lu}+s?\.?$/u;

/** `run(task)`, `a[i]`, and what compares or calculates: code and formulas, whose names are of no language. */
const CALL = /(?<![\p{L}\p{N}_.])[\p{L}\p{N}_.]{1,80}[([][^()[\]\n]{0,200}[)\]]/gu;
const OPERATOR = /=|\s[<>+*^]\s/u;

/**
 * The words of a text that say something of its language; an abbreviation within a sentence keeps its full stop. A letter alone
 * says nothing without a word, and a word alone nothing in a formula.
 */
function informativeWords(sample: string, script: keyof typeof WORD): string[] {
  const matches = sample.replace(CALL, ' ').matchAll(WORD[script]);
  const words = Array.from(matches, ([word]) => word).filter((word) => !BRAND.test(word));
  if (words.filter((word) => word.length > 1).length < (OPERATOR.test(sample) ? 2 : 1)) return [];
  const isShouted = words.length > 1 && words.every((word) => CAPITALS.test(word));
  return isShouted ? words : words.filter((word) => !CAPITALS.test(word));
}

/** UTF-16 units that are enough for detection; the rest of a longer text is not read. */
const SAMPLE_LENGTH = 2_000;

/** A language that is less probable than this is `Auto`: 4 % of short strings are wrong then. */
const CERTAIN = 0.57;
/** Letters that are drawn otherwise, and marks that stand inside words: 𝐛𝐨𝐥𝐝, ﬁ, full-width, stacked accents, soft hyphens. */
const STYLED = /[\u00ad\p{Mn}\u200b-\u200d\u2060\u24b6-\u24e9\ufb00-\ufb06\ufeff\uff21-\uff9f\u{1d400}-\u{1d7ff}]/u;
/** What somebody else says, or a title, where prose is left beside it. */
const QUOTED = /["“”„«»「『][^"“”„«»「」『』\n]{1,300}["“”«»」』]/gu;
const PROSE = /(?<!\p{L})\p{Ll}{2}|\p{Lo}/u;
/** Addresses are removed before the sample is cut. */
const ADDRESS_ROOM = 2_000;

/**
 * Detects the language of a text: by script where the script tells, else by the likeliest of the languages that write
 * it. Where none is likely enough it is `fallback`, the voice's own language.
 */
export function detectLanguage(text: string, fallback: LanguageCode): Detection {
  const written = text.slice(0, SAMPLE_LENGTH + ADDRESS_ROOM);
  const whole = (STYLED.test(written) ? removeSymbols(written) : written).replace(ADDRESS, ' ').slice(0, SAMPLE_LENGTH);
  const unquoted = whole.replace(QUOTED, ' ');
  const sample = PROSE.test(unquoted) ? unquoted : whole;
  const script = scriptOf(sample);
  if (script.kind === 'language') return { language: script.language };
  if (script.kind === 'foreign') return { language: fallback, foreign: script.language };
  if (script.kind === 'han') return { language: fallback === 'ja' ? 'ja' : 'zh' };
  const likeliest = likeliestLanguage(informativeWords(sample, script.script), script.script);
  if (!likeliest || likeliest.probability < CERTAIN) return { language: fallback, isUnsure: true };
  return likeliest.isOwn
    ? { language: likeliest.language as LanguageCode }
    : { language: fallback, foreign: likeliest.language };
}

/** The language of a text; undefined when there is nothing to tell by, or it is none of the ten. */
export function certainLanguage(text: string): LanguageCode | undefined {
  // A language that is the voice's own, whoever speaks, is none that was detected.
  const [one, other] = [detectLanguage(text, 'en'), detectLanguage(text, 'ja')];
  return one.language === other.language ? one.language : undefined;
}
