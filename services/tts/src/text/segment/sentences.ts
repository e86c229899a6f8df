import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { isGermanOrdinal } from '@ownvoice/text-normalization';
import { CAPITAL, DIGIT, SMALL } from '../characters.js';
import type { Span } from '../edits.js';
import { abbreviationKinds } from './abbreviations.js';

/** A possible end of a sentence: its marks, closing quotes and brackets, and the white space after them. */
const POSSIBLE_END = /[.!?…。！？]+(?:[”’」』）】〉》)\]"'»]|[“‘«](?=[\s,;.:!?)–—]|$)|\s»(?=\s|$))*\s*/gu;

const CLOSERS = /[\p{Pe}\p{Pf}"'“‘«»\s]+$/u;
const OPENERS = /^[\p{Ps}\p{Pi}"'”’»„‚¿¡\s—–-]+/u;
const UPPER_CASE = /\p{Lu}/u;
/** A full stop, an exclamation and a question mark that need no space behind them. */
const WIDE = /[。！？]/u;
const EAST_ASIAN = /^(?:[「『（【]|[“‘]?[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u;
/** Before these a mark ends nothing: `5! = 120`, `1.234 Pkt. (+0,8 %)`. */
const GOES_ON = /^(?:[、，,;:：；)\]）」』】.!?。！？…=×÷≤≥]|\([+−±-]\d)/u;
/** What a Japanese sentence cannot begin with, `モーニング娘。のライブ`, and none with behind a quotation. */
const PARTICLE = /^(?:を|の(?=[\p{Script=Han}\p{Script=Katakana}]))/u;
const QUOTING = /^(?:と|って|という|、)/u;

/** UTF-16 units around a full stop that are examined; no abbreviation, initial or ordinal is longer. */
const LOOK_BEHIND = 60;
const LOOK_AHEAD = 40;

/**
 * The sentences of one paragraph, in order and covering it; the white space between two sentences belongs to the first.
 * Every sentence mark is a possible end; those after abbreviations, initials and ordinals, before a lower-case
 * continuation, or inside a sentence that goes on after its quotation are not. (`Intl.Segmenter` proposes the same
 * places, but takes 20 µs for each, which a text of full stops turns into a tenth of a second.)
 */
export function sentences(text: string, language: LanguageCode): Span[] {
  // In a text without capitals, sentences begin with small letters.
  let hasCapitals: boolean | undefined;
  const spans: Span[] = [];
  let start = 0;
  for (const match of text.matchAll(POSSIBLE_END)) {
    const end = match.index + match[0].length;
    if (end === text.length) break;
    hasCapitals ??= UPPER_CASE.test(text);
    if (
      isBoundary(match[0], text, end) &&
      isSentenceEnd(
        text.slice(Math.max(start, end - LOOK_BEHIND), end),
        text.slice(end, end + LOOK_AHEAD),
        language,
        hasCapitals,
      )
    ) {
      spans.push({ start, end });
      start = end;
    }
  }
  if (start < text.length) spans.push({ start, end: text.length });
  return spans;
}

/** `10.30`, `a.b` and `Yahoo!Inc` have no end inside; East Asian marks need no space after them. */
const isBoundary = (marks: string, text: string, end: number): boolean =>
  marks.trimEnd() !== marks || WIDE.test(marks) || (/[!?]/u.test(marks) && EAST_ASIAN.test(text.slice(end, end + 3)));

function isSentenceEnd(piece: string, following: string, language: LanguageCode, hasCapitals: boolean): boolean {
  const said = piece.trimEnd();
  const bare = said.replace(CLOSERS, '');
  const next = following.replace(OPENERS, '');
  if (next === '') return false;
  if (SMALL.test(next) && hasCapitals && !WIDE.test(bare.slice(-1))) return false;
  if (GOES_ON.test(following) || (language === 'ja' && PARTICLE.test(following))) return false;
  if (bare.length < said.length && QUOTING.test(following)) return false;
  if (bare.endsWith('…') || bare.endsWith('...')) return CAPITAL.test(next) || DIGIT.test(next.charAt(0));
  return !bare.endsWith('.') || !isAbbreviated(bare.slice(0, -1), next, language);
}

function isAbbreviated(before: string, next: string, language: LanguageCode): boolean {
  // The number or letter of a list item that begins the text.
  if (/^\s*(?:\p{N}{1,3}|[ivxIVX]{1,4}|\p{L})$/u.test(before)) return true;
  if (language === 'de' && (isGermanOrdinal(before, next) || countsAbbreviated(before, next))) return true;
  if (language === 'ko' && isKoreanDate(before, next)) return true;

  // `l'avv.` and `Bahnhofstr.` are `avv.` and `str.` to whoever reads them.
  const written = /[\p{L}\p{M}\p{N}.№ºª-]{1,30}$/u.exec(before)?.[0] ?? '';
  const word = language === 'de' ? written.replace(GERMAN_COMPOUND, '') : written;
  if (word === '') return false;
  const spaced = before.includes('. ') ? kindsOfSpaced(before, language) : undefined;
  const [isLetter, isCapital] = [word.length === 1, CAPITAL.test(word)];
  if (!spaced && isLetter && isCapital) return !endsWithLetter(word, before, next, language);
  const isCounted = COUNTED.test(before);
  // `300 a. C.`, `o. g.`: the letters of one abbreviation; `l. 27`, `n. 3`, but `5 m. 3`.
  if (isLetter && !isCapital && (/^\p{L}\./u.test(next) || (DIGIT.test(next.charAt(0)) && !isCounted))) return true;
  if (isCounted && SMALLER_MEASURE.test(next)) return true;
  const kinds = spaced ?? abbreviationKinds(word, language);
  const isVowelless = VOWELLESS.test(word) && !SOUND.test(word) && !isCounted;
  // Before a number also in small letters: `tgl. 2 Tabletten`, `gg. 18 Uhr`.
  if (NUMBER.test(next) && (kinds.has('numeric') || isVowelless)) return true;
  if (kinds.size === 0 && INITIALS.test(word)) return !beginsSentence(next, language);
  if (kinds.has('letters')) return !beginsSentence(next, 'en');
  // `4 p.m. EST. See`, but `PROF. LANG`.
  if (/^\p{Lu}{3,}$/u.test(word) && /^\p{Lu}\p{Ll}/u.test(next)) return false;
  const isLeading = kinds.has('leading') || (kinds.has('titles') && isCapital);
  if (!kinds.has('trailing')) return isLeading || (isVowelless && isCapital) || isHyphenated(word, before);
  // `la Cía. Sol`, `the Co. Store`: after an article more of the name follows.
  if (AFTER_ARTICLE.test(before) && isCapital) return true;
  // `в г. Москва`, but `в 1812 г. Потом`.
  if (isLeading && !isCounted) return true;
  return !/^[\p{Lu}\p{Lo}\p{N}]/u.test(next) || BELONGS.test(next);
}

/** `2024. 5. 1. 부터`: the full stops of a date. */
function isKoreanDate(before: string, next: string): boolean {
  const date = /(?<![\p{L}\p{N}.])[12]\d{3}(?:\. ?\d{1,2}){0,2}$/u.exec(before)?.[0];
  return date !== undefined && (date.split('.').length === 3 || DIGIT.test(next.charAt(0)));
}

/** `3. Aufl.`, `2. Bd.` */
function countsAbbreviated(before: string, next: string): boolean {
  const [, word = ''] = /^(\p{Lu}\p{Ll}{1,4})\./u.exec(next) ?? [];
  return /(?:^|[^\p{L}\p{N}.,])\p{Nd}{1,3}$/u.test(before) && abbreviationKinds(word, 'de').has('numeric');
}

/** What an abbreviation of the kind `No.` stands before: `5`, `IV`, `+49`, `L. 121`. */
const NUMBER = /^(?:[+(]{0,2}\p{N}|[ivxIVX]|[IVXLC]+(?!\p{L})|\p{Lu}[.-]? ?\p{N})/u;
/** `Bahnhofstr.`, `Hausnr.`, `USt-IdNr.`, `Schuhgr.`: the part before the abbreviation. */
const GERMAN_COMPOUND = /^(?:\p{L}[\p{L}-]*\p{Ll}(?=(?:str|nr|gr)$)|.*-(?=Str$)|.*(?=Nr$))/u;
/** A unit or a year: `5 lb. 3 oz.`, `в 1812 г. Потом`. */
const COUNTED = /\p{N}\s?\p{L}{1,3}$/u;
const SMALLER_MEASURE = /^\d+\s?(?:in|oz|min|sec)(?!\p{L})/u;
/** What belongs to an abbreviation that may end a sentence: `Co. KG`, `4 p.m. EST`, `§ 3 ff. StGB`, `at 9 a.m. Tuesday`. */
const BELONGS = /^(?:\p{Lu}\p{L}*\p{Lu}(?!\p{L})|Nr\.|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)/u;
/** `C.S. Lewis`, `А.С. Пушкин`, `P.O. Box` */
const INITIALS = /^(?:\p{Lu}\p{Ll}?\.){1,4}\p{Lu}$/u;
/** `J.-P. Sartre` */
const HYPHENATED_INITIALS = /^(?:\p{Lu}\.?-)+\p{Lu}$/u;
const AFTER_ARTICLE = /(?:^|\s)(?:the|la|le|el|il|a|o|die|der|das|an?|une?|una|uma|ein|eine)\s+\p{L}+$/iu;

/** `in 52 av. J.-C.` counts years, `J.-C. Dupont` is a name. */
function isHyphenated(word: string, before: string): boolean {
  return HYPHENATED_INITIALS.test(word) && !/(?:av|apr)\.\s?J\.-C$/u.test(before);
}

/** `Bhf.`, `Sgt.`, `Pfr.`: without a vowel a short word is an abbreviation; a sound is none. */
const VOWELLESS = /^[b-df-hj-np-tv-xzßб-джзк-нп-тф-щ]{2,5}$/iu;
const SOUND = /^(?:hm+|mh?m+|sh+|br+|ps+t|pf+t?|gr+|ts?k|zz+)$/iu;

/** Words that begin a sentence and no surname. */
const BEGINNINGS = new Map(
  Object.entries({
    en: 'The A An I He She It They We You This That These Those There Then But And So In On At If When What Who How No However His',
    de: 'Der Die Das Er Sie Es Wir Ich Ein Eine Und Aber Doch Dann Da Im Am',
    fr: 'Il Elle Ils Elles On Ce Cette Ces Je Nous Vous Et Mais Puis Un Une',
    es: 'Él Ella Ellos Ellas Yo Este Esta Y Pero Luego Se Es Un Una',
    it: 'Lui Lei Io Questo Questa E È Ma Poi Non Si Un Una',
    pt: 'Ele Ela Eu É E Mas Depois Não Um Uma',
    ru: 'Он Она Оно Они Мы Вы Я Это И А Но В На Потом Затем Его Её Их',
  }).map(([language, words]) => [language, new Set(words.split(' '))]),
);
const beginsSentence = (next: string, language: LanguageCode): boolean =>
  BEGINNINGS.get(language)?.has(/^\p{L}*/u.exec(next)?.[0] ?? '') ?? false;

/** `z. B.`, `Dr. h. c.`: the longest abbreviation of several words that is known. */
function kindsOfSpaced(before: string, language: LanguageCode): ReturnType<typeof abbreviationKinds> | undefined {
  const words = /(?:\p{L}{1,4}\.\s){1,4}\p{L}{1,6}$/u.exec(before)?.[0].split(/(?<=\.)\s/u) ?? [];
  for (let first = 0; first < words.length - 1; first += 1) {
    const kinds = abbreviationKinds(words.slice(first).join(''), language);
    if (kinds.size > 0) return kinds;
  }
  return undefined;
}

/** `J. Smith` is a name; `Neither do I. But`, `plan B. Then` end with the letter. */
function endsWithLetter(letter: string, before: string, next: string, language: LanguageCode): boolean {
  const previous = /(\p{L}+)\s+\p{Lu}$/u.exec(before)?.[1] ?? '';
  if (language !== 'en' || previous === '') return false;
  return (beginsSentence(next, 'en') && next.charAt(1) !== '.') || (letter === 'I' && SMALL.test(previous));
}
