import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { type ByLanguage, none, wordSet } from '../tables.js';
import type { Gender } from '../verbalizer.js';
import { nounGender, russianGender, russianGenderOfGenitive } from './noun-genders.js';

/** Words after a number that are no noun: the number keeps its full form. */
const NO_NOUN: ByLanguage<ReadonlySet<string>> = {
  es: wordSet(
    'y o u e de del a al en por para es son con sin que menos más entre hasta como pero si no ya tras las los las mas dos tres',
  ),
  it: wordSet(
    'e o di del della dei delle da dal a al alla in nel per è sono con che meno più su tra fra ma se non fino ore euro',
  ),
  pt: wordSet(
    'e ou de do da dos das em no na nos nas por para é são com sem que menos mais até como mas se não às as os',
  ),
  fr: wordSet(
    'et ou de du des à au aux en dans par pour est sont avec sans que qui moins plus sur mais si ne pas contre jusque fait après sous vers',
  ),
  ru: wordSet('и или а но в на с к о от до из у за по для при без над под не мая марта июня июля августа'),
  ...none('en', 'zh', 'ja', 'ko', 'de'),
};

/** Adjectives that end alike in both genders: the noun that tells stands after them. */
const ADJECTIVE: ByLanguage<RegExp> = {
  es: /^(?:grandes?|importantes?|posibles?|diferentes?|principales|mejores|peores|mayores|menores|gran|siguientes?|últim[oa]s)$/u,
  it: /^(?:grande|importante|possibile|gran|giovane|breve|semplice)$/u,
  pt: /^(?:grandes?|importantes?|possíveis|diferentes?|principais|melhores|piores|maiores|menores|simples|jovens)$/u,
  fr: /^(?:grande?s?|petite?s?|autres?|jeunes?|belles?|bonnes?|bons|beaux|nouveaux|nouvelles|premiers|premières|dernières?|derniers?|seule?s?|longue?s?|entière?s?)$/u,
  ru: /(?:ых|их|ые|ие)$/u,
  ...none('en', 'zh', 'ja', 'ko', 'de'),
};
const FEMININE_ADJECTIVE =
  /^(?:grandes|petites?|belles?|bonnes?|nouvelles?|premières?|dernières?|seules?|longues?|entières?)$/u;

/**
 * The gender in which a number stands before the noun that follows it, guessed from the noun's ending; undefined where
 * nothing that could be a noun follows, and in languages without gender.
 *
 * @param after the text behind the number
 */
export function genderOfNoun(language: LanguageCode, value: bigint, after: string): Gender | undefined {
  const [first, second] = (/^ (\p{L}[\p{L}-]*)(?: (\p{L}[\p{L}-]*))?/u.exec(after) ?? []).slice(1);
  if (first === undefined) return undefined;
  if (language === 'de') return /^\p{Lu}/u.test(first) ? nounGender('de', first) : undefined;
  // `2 x 1 Palmeiras`
  if (language !== 'ru' && value === 1n && /^\p{Lu}/u.test(first)) return undefined;
  if (NO_NOUN[language]?.has(first) === true) return undefined;
  const isAdjective = second !== undefined && ADJECTIVE[language]?.test(first) === true;
  const noun = (isAdjective ? second : first).toLowerCase();
  switch (language) {
    case 'es':
    case 'pt':
      return isCountable(value, noun, /s$/u) ? nounGender(language, noun) : undefined;
    case 'it':
      return noun.length > 1 ? nounGender(language, noun) : undefined;
    case 'fr':
      return isAdjective && FEMININE_ADJECTIVE.test(first) && !/^grandes$/u.test(first)
        ? 'f'
        : nounGender(language, noun);
    case 'ru':
      return russianGenderAfter(value, first, noun);
    default:
      return undefined;
  }
}

/** Behind any number but one a noun is plural: a word that is not is no noun (`los 21 ganaron`). */
function isCountable(value: bigint, noun: string, plural: RegExp): boolean {
  return noun.length > 1 && (value === 1n || plural.test(noun));
}

function russianGenderAfter(value: bigint, first: string, noun: string): Gender | undefined {
  const isOne = value % 10n === 1n && value % 100n !== 11n;
  if (!isOne) return russianGenderOfGenitive(noun);
  if (/(?:ая|яя)$/u.test(first)) return 'f';
  if (/(?:ое|ее)$/u.test(first)) return 'n';
  return /(?:ый|ий|ой)$/u.test(first) ? 'm' : russianGender(noun);
}

/** Names of units that end otherwise than nouns of their gender do. */
const MASCULINE_NAME =
  /(?:byte|joule|ampere|fahrenheit|grama|(?:watt|amp[eè]re?)-?(?:heure|hora|ora))$|^(?:Uhr|евро)$/iu;
const FEMININE_NAME = /(?:seconde|^livre|^once)$/u;

/** The gender of a unit or a currency by its name in the singular, behind whose noun there may be more: `mètre par seconde`. */
export function genderOfName(language: LanguageCode, name: string): Gender {
  const [noun = ''] = language === 'de' ? (/\p{Lu}\p{Ll}+(?= pro |$)/u.exec(name) ?? []) : name.split(' ');
  if (MASCULINE_NAME.test(noun)) return 'm';
  if (FEMININE_NAME.test(noun)) return 'f';
  return (language === 'de' ? nounGender('de', noun) : genderOfNoun(language, 1n, ` ${noun}`)) ?? 'm';
}
