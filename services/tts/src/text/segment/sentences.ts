import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { isGermanOrdinal } from '@ownvoice/text-normalization';
import { abbreviationKinds } from './abbreviations.js';
import type { Span } from './span.js';

/** A possible end of a sentence: its marks, closing quotes and brackets, and the white space after them. */
const POSSIBLE_END = /[.!?…。！？]+(?:[”’」』）】〉》)\]"'»]|[“‘«](?=[\s,;.:!?)–—]|$)|\s»(?=\s|$))*\s*/gu;

const CLOSERS = /[\p{Pe}\p{Pf}"'“‘«»\s]+$/u;
const OPENERS = /^[\p{Ps}\p{Pi}"'”’»„‚¿¡\s—–-]+/u;
const ENDS_IN_LETTER_OR_MARK = /[\p{L}.!?。！？]$/u;
const STARTS_WITH_LETTER = /^\p{L}/u;
const LOWER_CASE = /^\p{Ll}/u;
const UPPER_CASE = /^\p{Lu}/u;
const UPPER_CASE_ANYWHERE = /\p{Lu}/u;
const EAST_ASIAN = /^(?:[「『（【]|[“‘]?[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u;
/** Before these a mark ends nothing: `5! = 120`, `1.234 Pkt. (+0,8 %)`. */
const GOES_ON = /^(?:[、，,;:；：)\]）」』】.!?。！？…=×÷≤≥]|\([+−±-]\d)/u;
/** What a Japanese sentence cannot begin with: `モーニング娘。のライブ`. */
const PARTICLE = /^(?:を|の(?=[\p{Script=Han}\p{Script=Katakana}]))/u;

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
    hasCapitals ??= UPPER_CASE_ANYWHERE.test(text);
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
function isBoundary(marks: string, text: string, end: number): boolean {
  if (/\s$/u.test(marks) || /[。！？]/u.test(marks)) return true;
  return /[!?]/u.test(marks) && EAST_ASIAN.test(text.slice(end, end + 3));
}

function isSentenceEnd(piece: string, following: string, language: LanguageCode, hasCapitals: boolean): boolean {
  const said = piece.trimEnd();
  const bare = ENDS_IN_LETTER_OR_MARK.test(said) ? said : said.replace(CLOSERS, '');
  const next = STARTS_WITH_LETTER.test(following) ? following : following.replace(OPENERS, '');
  if (next === '') return false;
  if (LOWER_CASE.test(next) && hasCapitals && !/[。！？]$/u.test(bare)) return false;
  if (GOES_ON.test(following) || (language === 'ja' && PARTICLE.test(following))) return false;
  if (bare.length < said.length && /^(?:と|って|という|、)/u.test(following)) return false;
  if (/(?:…|\.{3})$/u.test(bare)) return UPPER_CASE.test(next) || /^\p{N}/u.test(next);
  if (!bare.endsWith('.')) return true;
  return !isAbbreviated(bare.slice(0, -1), next, language);
}

function isAbbreviated(before: string, next: string, language: LanguageCode): boolean {
  // The number or letter of a list item that begins the text.
  if (/^\s*(?:\p{N}{1,3}|[ivxIVX]{1,4}|\p{L})$/u.test(before)) return true;
  if (language === 'de' && (isGermanOrdinal(before, next) || countsAbbreviated(before, next))) return true;
  if (language === 'ko' && isKoreanDate(before, next)) return true;

  // `l'avv.` and `Bahnhofstr.` are `avv.` and `str.` to whoever reads them.
  const written = /[\p{L}\p{M}\p{N}.№ºª'’-]{1,30}$/u.exec(before)?.[0].replace(/^.*['’]/u, '') ?? '';
  const word = language === 'de' ? written.replace(GERMAN_COMPOUND, '') : written;
  if (word === '') return false;
  const spaced = before.includes('. ') ? kindsOfSpaced(before, language) : undefined;
  if (!spaced && /^\p{Lu}$/u.test(word)) return !endsWithLetter(word, before, next, language);
  // `300 a. C.`, `o. g.`: the letters of one abbreviation.
  if (/^\p{Ll}$/u.test(word) && /^\p{L}\./u.test(next)) return true;

  if (MEASURE.test(before) && SMALLER_MEASURE.test(next)) return true;
  // `l. 27`, `n. 3`, but `5 m. 3`.
  if (/^\p{Ll}$/u.test(word) && /^\p{N}/u.test(next) && !/\p{N}\s?\p{Ll}$/u.test(before)) return true;
  const kinds = spaced ?? abbreviationKinds(word, language);
  if (NUMBER.test(next) && (kinds.has('numeric') || isVowellessWord(word, before))) return true;
  if (kinds.size === 0 && INITIALS.test(word)) return AFTER_INITIALS[language]?.test(next) !== true;
  if (kinds.has('letters')) return !SENTENCE_START.test(next);
  // `4 p.m. EST. See`, but `PROF. LANG`.
  if (/^\p{Lu}{3,}$/u.test(word) && /^\p{Lu}\p{Ll}/u.test(next)) return false;
  const isLeading = kinds.has('leading') || (kinds.has('titles') && UPPER_CASE.test(word));
  if (!kinds.has('trailing')) return isLeading || isVowelless(word, before) || isHyphenated(word, before);
  // `la Cía. Sol`, `the Co. Store`: after an article more of the name follows.
  if (AFTER_ARTICLE.test(before) && UPPER_CASE.test(word)) return true;
  // `в г. Москва`, but `в 1812 г. Потом`.
  if (isLeading && !/\p{N}\s?\p{L}+$/u.test(before)) return true;
  return (
    !/^[\p{Lu}\p{Lo}\p{N}]/u.test(next) ||
    (word === 'ff' && /^\p{Lu}\p{L}*\p{Lu}/u.test(next)) ||
    /^(?:KG|Nr(?=\.)|(?:[ECMP][SD]?|BS|CES)T|GMT|UTC|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b/u.test(
      next,
    )
  );
}

/** `2024. 5. 1. 부터`: the full stops of a date. */
function isKoreanDate(before: string, next: string): boolean {
  const parts = /(?:^|[^\p{L}\p{N}.])[12]\d{3}((?:\. ?\d{1,2}){0,2})$/u.exec(before)?.[1]?.match(/\./gu)?.length ?? 0;
  return parts === 2 || (/(?<!\p{N})[12]\d{3}(?:\. ?\d{1,2})?$/u.test(before) && /^\d{1,2}\./u.test(next));
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
/** `5 lb. 3 oz.`, `6 ft. 2 in.` */
const MEASURE = /\d\s?(?:ft|lbs?|hrs?|min)$/u;
const SMALLER_MEASURE = /^\d+\s?(?:in|oz|min|sec)(?!\p{L})/u;
/** `C.S. Lewis`, `А.С. Пушкин`, `P.O. Box` */
const INITIALS = /^(?:\p{Lu}\p{Ll}?\.){1,4}\p{Lu}$/u;
/** `J.-P. Sartre` */
const HYPHENATED_INITIALS = /^(?:\p{Lu}\.?-)+\p{Lu}$/u;
const AFTER_ARTICLE = /(?:^|\s)(?:the|la|le|el|il|a|o|die|der|das|an?|une?|una|uma|ein|eine)\s+\p{L}+$/iu;

/** `in 52 av. J.-C.` counts years, `J.-C. Dupont` is a name. */
function isHyphenated(word: string, before: string): boolean {
  return HYPHENATED_INITIALS.test(word) && !/(?:av|apr)\.\s?J\.-C$/u.test(before);
}

/** Before a number also in small letters: `tgl. 2 Tabletten`, `gg. 18 Uhr`. */
const isVowellessWord = (word: string, before: string): boolean =>
  isVowelless(word.charAt(0).toUpperCase() + word.slice(1), before);

/** `Bhf.`, `Sgt.`, `Pfr.`: without a vowel a short word with one capital is an abbreviation; sounds and units are none. */
function isVowelless(word: string, before: string): boolean {
  if (!/^[B-DF-HJ-NP-TV-XZБ-ДЖЗК-НП-ТФ-Щ][b-df-hj-np-tv-xzßб-джзк-нп-тф-щ]{1,4}$/u.test(word)) return false;
  return !/^(?:hm+|mh?m+|sh+|br+|ps+t|pf+t?|gr+|ts?k|zz+)$/iu.test(word) && !/\p{N}\s?\p{L}+$/u.test(before);
}

const SENTENCE_START =
  /^(?:The|A|An|I|He|She|It|They|We|You|This|That|These|Those|There|Then|But|And|So|In|On|At|If|As|When|What|Who|Why|How|Now|No|Yes|However|After|Before|Its|His|Her|Their|My|Our|Your)\b/u;

/** Words that begin a sentence and no surname. */
const AFTER_INITIALS: Readonly<Record<LanguageCode, RegExp | undefined>> = {
  en: SENTENCE_START,
  de: /^(?:Der|Die|Das|Er|Sie|Es|Wir|Ich|Ein|Eine|Und|Aber|Doch|Dann|Da|Im|Am)(?!\p{L})/u,
  fr: /^(?:Il|Elle|Ils|Elles|On|Ce|Cette|Ces|Je|Nous|Vous|Et|Mais|Puis|Un|Une)(?!\p{L})/u,
  es: /^(?:Él|Ella|Ellos|Ellas|Yo|Este|Esta|Y|Pero|Luego|Se|Es|Un|Una)(?!\p{L})/u,
  it: /^(?:Lui|Lei|Io|Questo|Questa|E|È|Ma|Poi|Non|Si|Un|Una)(?!\p{L})/u,
  pt: /^(?:Ele|Ela|Eu|É|E|Mas|Depois|Não|Um|Uma)(?!\p{L})/u,
  ru: /^(?:Он|Она|Оно|Они|Мы|Вы|Я|Это|И|А|Но|В|На|Потом|Затем|Его|Её|Их)(?!\p{L})/u,
  ja: undefined,
  ko: undefined,
  zh: undefined,
};

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
  if (language !== 'en') return false;
  const previous = /(\p{L}+)\s+\p{Lu}$/u.exec(before)?.[1] ?? '';
  if (previous !== '' && SENTENCE_START.test(next) && !/^\p{L}\./u.test(next)) return true;
  return /^\p{Ll}/u.test(previous) && letter === 'I';
}
