import { nounGender } from '../agreement/noun-genders.js';
import { germanEnding, isGermanOrdinal } from '../languages/german-ordinals.js';
import { parseNumber } from '../numbers.js';
import type { Context, Rule } from '../rule.js';
import { type ByLanguage, none } from '../tables.js';

const ORDINAL_SUFFIX: ByLanguage<RegExp> = {
  en: /^(?:st|nd|rd|th)$/u,
  fr: /^(?:er|re|ère|e|ème|eme|nd|nde)$/u,
  es: /^\.?(?:[ºª]|er|o|a|ro|ra|do|da|to|ta|vo|va|mo|ma|no|na)$/u,
  it: /^[ºª°]$/u,
  pt: /^(?:\.?[ºª]|o|a)$/u,
  ru: /^-(?:й|ый|ой|го|ого|му|ому|м|ом|ей|его|ему|я|ья|ая|е|ье|ое|ю|ую|х|ых)$/u,
  ...none('zh', 'ja', 'ko', 'de'),
};

/** A degree sign behind a small number is an ordinal before these: `1° maggio`, `2° piano`. */
const COUNTED_BY_DEGREE =
  /^ (?:piano|posto|grado|secolo|anno|giorno|maggio|gennaio|febbraio|marzo|aprile|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre|premio|classificato|turno|livello|capitolo|atto|tempo|ciclo|semestre|trimestre|lotto|comma|canto)(?!\p{L})/u;

/** `5-й улице`: oblique and feminine, where the nominative is masculine. */
const RUSSIAN_OBLIQUE = /^ \p{Ll}+(?:е|и|ы|ой|ей)(?!\p{L})/u;

const ORDINAL: Rule = {
  pattern:
    /(?<![\p{sc=Latn}\p{sc=Cyrl}\p{N}.,-])(?<number>\d{1,3}(?:[.,\u0020\u00a0\u202f]\d{3})+|\d{1,7})(?<suffix>[-.]?\p{Ll}{1,3}|\.?[ºª°])(?![\p{sc=Latn}\p{sc=Cyrl}\p{N}])/gu,
  verbalize: ({ groups, after }, { language, verbalizer }) => {
    const { number = '', suffix = '' } = groups;
    const { whole, decimals } = parseNumber(number, verbalizer) ?? { whole: 0n, decimals: '' };
    if (whole === 0n || decimals !== '' || ORDINAL_SUFFIX[language]?.test(suffix) !== true) return undefined;
    if (suffix === '°' && !COUNTED_BY_DEGREE.test(after)) return undefined;
    const ending = suffix.replace(/^[-.]/u, '');
    const isOblique = language === 'ru' && ending === 'й' && RUSSIAN_OBLIQUE.test(after);
    return verbalizer.ordinal(whole, isOblique ? 'ой' : ending);
  },
};

/** More ordinals of the same noun: `2. und 3. Platz`. */
const MORE = /^(?:,? (?:und|oder|bis|sowie) |, ?|\/| ?[–-] ?)(?:\d{1,3}\. ?(?:,|und|oder|bis|sowie|\/|[–-])? ?){0,8}/u;

/** `im 19. Jahrhundert`, `der 3. Platz`, `1., 2. und 3. Platz`. */
const GERMAN_ORDINAL: Rule = {
  pattern:
    /(?<![\p{sc=Latn}\p{sc=Cyrl}\p{N}.,])(?<number>[1-9]\d{0,2}(?:\.\d{3})+|[1-9]\d{0,3})\.(?= \p{L}|, ?\d{1,3}\.|[/–-]\d{1,3}\.| [–-] \d{1,3}\.)/gu,
  verbalize: ({ groups, before, after }, { language, verbalizer }) => {
    const number = groups.number ?? '';
    if (language !== 'de') return undefined;
    const rest = MORE.exec(after)?.[0] ?? '';
    const isOneOfSeveral = /\d\. ?$/u.test(rest);
    const noun = after.slice(isOneOfSeveral ? rest.length : 0).trimStart();
    const last = isOneOfSeveral ? `${before}${number}.${rest.trimEnd().replace(/\.$/u, '')}` : before + number;
    if (!isGermanOrdinal(last, noun)) return undefined;
    const gender = nounGender('de', /^(?:\p{Ll}+e[rsnm]? )?(\p{Lu}[\p{L}]*)/u.exec(noun)?.[1] ?? '');
    return verbalizer.ordinal(BigInt(number.replaceAll('.', '')), germanEnding(before, gender));
  },
};

/** Numbers that say a place in a row. */
export function ordinalRules({ language }: Context): Rule[] {
  return language === 'de' ? [GERMAN_ORDINAL] : [ORDINAL];
}
