import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { germanEnding, isGermanOrdinal } from '../languages/german-ordinals.js';
import { declinedOrdinal } from '../languages/russian-ordinals.js';
import type { Context, Rule, RuleMatch } from '../rule.js';
import { type ByLanguage, none } from '../tables.js';

/** Up to 89: larger ones are more often abbreviations (`CD`, `MM`). */
const NUMERAL = '(?=[IVXL])(?:XL|L?X{0,3})(?:IX|IV|V?I{0,3})';
const VALUES: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50 };

function numberOf(numeral: string): bigint {
  const values = [...numeral.replaceAll('Х', 'X')].map((letter) => VALUES[letter] ?? 0);
  return BigInt(values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0));
}

/** Names of kings, queens and popes; `f` those of women. */
const NAMES: ByLanguage<{ readonly m: string; readonly f: string }> = {
  en: {
    m: 'Henry|Edward|George|William|Charles|James|Richard|Louis|Philip|Francis|Frederick|Napoleon|Nicholas|Alexander|Peter|Paul|Pius|Benedict|Gregory|Leo|Innocent|Clement|John|Ramses|Ptolemy|Darius|Otto|Ivan|Christian|Gustav|Carl|Leopold|Albert|Alfonso|Ferdinand|Wilhelm|Joseph',
    f: 'Elizabeth|Catherine|Mary|Margaret|Isabella',
  },
  de: {
    m: 'Ludwig|Heinrich|Friedrich|Wilhelm|Karl|Otto|Johannes|Paul|Benedikt|Pius|Leo|Napoleon|Franz|Joseph|Philipp|Georg|Eduard|Richard|Peter|Alexander|Nikolaus|Iwan|Gustav|Christian|Albrecht|Rudolf|Konrad|Leopold|Ferdinand|Maximilian|Innozenz|Gregor|Clemens',
    f: 'Katharina|Elisabeth|Maria|Margarethe|Isabella',
  },
  fr: {
    m: 'Charles|Henri|Louis|François|Jean|Philippe|Napoléon|Paul|Pie|Benoît|Léon|Clément|Alexandre|Nicolas|Guillaume|Frédéric|Georges|Édouard|Jacques',
    f: 'Élisabeth|Catherine|Marie|Isabelle',
  },
  es: {
    m: 'Alfonso|Felipe|Carlos|Juan|Pablo|Fernando|Enrique|Luis|Pío|Benedicto|León|Pedro|Napoleón|Guillermo|Jorge|Eduardo|Jaime|Sancho|Francisco|Alejandro|siglo',
    f: 'Isabel|Catalina|María',
  },
  pt: {
    m: 'Pedro|João|Manuel|Afonso|Luís|Carlos|Henrique|Filipe|Paulo|Pio|Bento|Leão|Francisco|Alexandre|Napoleão|Jorge|Fernando|Sancho|século',
    f: 'Elizabeth|Isabel|Maria|Catarina',
  },
  ...none('zh', 'ja', 'ko', 'it', 'ru'),
};

/** What is counted by a number behind it: `Chapter IV`. */
const LABELS: ByLanguage<string> = {
  en: 'Chapter|Part|Act|Scene|Book|Volume|War|Phase|Article|Section|Title|Type|Class|Appendix|Annex',
  de: 'Kapitel|Teil|Band|Akt|Szene|Buch|Artikel|Anhang|Typ|Klasse|Stufe|Phase|Abschnitt|Anlage|Hartz',
  fr: '[Cc]hapitre|[Tt]ome|[Aa]cte|[Ss]cène|[Ll]ivre|[Pp]artie|[Tt]itre|[Aa]nnexe|[Vv]olume',
  ru: '[Гг]лава|[Чч]асть|[Тт]ом|[Кк]нига|[Рр]аздел|[Аа]кт',
  ...none('zh', 'ja', 'ko', 'es', 'it', 'pt'),
};

type Gender = 'm' | 'f';

/** How a ruler is counted, given the text up to the name. */
function ruler(value: bigint, gender: Gender, before: string, { language, verbalizer }: Context): string | undefined {
  const cardinal = verbalizer.cardinal(value);
  switch (language) {
    case 'en':
      return `the ${verbalizer.ordinal(value, 'th')}`;
    case 'de': {
      const isOblique =
        /(?:^|[^\p{L}])(?:[Vv]on|[Vv]om|[Mm]it|[Uu]nter|[Zz]u|[Zz]um|[Bb]ei|[Nn]ach|[Ss]eit|dem) (?:\p{Lu}\p{L}+ ){0,2}$/u.test(
          before,
        );
      const ordinal = verbalizer.ordinal(value, isOblique ? 'en' : 'e') ?? cardinal;
      const article = gender === 'f' ? (ordinal.endsWith('n') ? 'der' : 'die') : ordinal.endsWith('n') ? 'dem' : 'der';
      return `${article} ${ordinal.charAt(0).toUpperCase()}${ordinal.slice(1)}`;
    }
    case 'fr':
      return value === 1n ? verbalizer.ordinal(value, gender === 'f' ? 're' : 'er') : cardinal;
    default:
      return value <= 10n ? verbalizer.ordinal(value, gender === 'f' ? 'ª' : 'º') : cardinal;
  }
}

/** `Henry VIII`, `Chapter IV`, `World War II`. A single letter is a number only behind a name or a label. */
function behindName(language: LanguageCode): Rule {
  const { m, f } = NAMES[language] ?? { m: '(?!)', f: '(?!)' };
  const label = LABELS[language] ?? '(?!)';
  const isName = new RegExp(`(?<![\\p{L}])(?:(?<m>${m})|(?<f>${f})) $`, 'u');
  const isLabel = new RegExp(`(?<![\\p{L}])(?:${label}) $`, 'u');
  const stop = language === 'de' ? '(?<stop>\\.)?' : '';
  return {
    pattern: new RegExp(`(?<=\\p{L} )(?<numeral>${NUMERAL})${stop}(?![\\p{L}\\p{N}])`, 'gu'),
    verbalize: ({ groups, before, after }, context) => {
      const { numeral = '', stop: written } = groups;
      const value = numberOf(numeral);
      const name = isName.exec(before);
      const ends = written !== undefined && /^\s*$/u.test(after) ? '.' : '';
      if (name && (numeral !== 'I' || isFirst(after) || written !== undefined)) {
        const words = ruler(value, name.groups?.m === undefined ? 'f' : 'm', before.slice(0, name.index), context);
        return words === undefined ? undefined : words + ends;
      }
      const isCounted =
        isLabel.test(before) || (numeral.length > 1 && numeral !== 'XL' && /\p{Lu}\p{L}+ $/u.test(before));
      // Spanish and Portuguese read these by themselves.
      if (!isCounted || name || language === 'es' || language === 'pt') return undefined;
      return context.verbalizer.cardinal(value) + (written ?? '');
    },
  };
}

/** After `Charles I`, rather than `Charles, I think`. */
const isFirst = (after: string): boolean =>
  /^(?:[,.;:)]|$| (?:of|was|and|reigned|er|est|fut|de|et|war|und|fue|y|foi|e)(?!\p{L}))/u.test(after);

/** `XXIe siècle`, `Ier`. */
const FRENCH_ORDINAL: Rule = {
  pattern: /(?<![\p{L}\p{N}'’-])(?<numeral>[IVX]{1,6})(?<suffix>er|re|e|ème)s?(?![\p{L}\p{N}])/gu,
  verbalize: ({ groups }, { verbalizer }) => {
    const { numeral = '', suffix = 'e' } = groups;
    if ((suffix === 'er' || suffix === 're') !== (numeral === 'I')) return undefined;
    return verbalizer.ordinal(numberOf(numeral), suffix);
  },
};

/** `im XVIII. Jahrhundert`. */
const GERMAN_ORDINAL: Rule = {
  pattern: /(?<![\p{L}\p{N}.])(?<numeral>[IVX]{1,6})\.(?= \p{Lu})/gu,
  verbalize: ({ groups: { numeral = '' }, before, after }, { verbalizer }) => {
    if (!isGermanOrdinal(`${before}${numeral}`, after.trimStart())) return undefined;
    return verbalizer.ordinal(
      numberOf(numeral),
      germanEnding(before, /^ (?:Jahrhundert|Kapitel|Quartal)/u.test(after) ? 'n' : 'm'),
    );
  },
};

const RUSSIAN_CASES: Readonly<Record<string, string>> = {
  а: 'го',
  я: 'го',
  у: 'му',
  ю: 'му',
  е: 'м',
  ов: 'го',
  ах: 'м',
};
const RUSSIAN_WOMEN = /^(?:Екатерин|Елизавет|Мари|Виктори|Маргарит|Изабелл)(?<ending>\p{L}+)$/u;
const WOMEN_CASES: Readonly<Record<string, string>> = { а: 'я', я: 'я', у: 'ю', ю: 'ю' };

const declined = (value: bigint, ending: string, { verbalizer }: Context): string => {
  const nominative = verbalizer.ordinal(value, '') ?? '';
  if (ending === 'instrumental')
    return nominative.endsWith('третий') ? nominative.replace(/ий$/u, 'ьим') : nominative.replace(/(?:ый|ой)$/u, 'ым');
  return declinedOrdinal(nominative, ending);
};

/** `в XXI веке`, `XVIII–XIX вв.`, `I квартал`: ordinals in the case of their noun. */
const RUSSIAN_CENTURY: Rule = {
  pattern:
    /(?<![\p{L}\p{N}])(?:(?<from>[IVXХ]{1,6})(?<mark> ?[-–—] ?| и ))?(?<numeral>[IVXХ]{1,6})[ \u00a0](?:(?<noun>век|квартал|тур|этап|съезд|раздел|разряд|форум)(?<ending>а|у|е|ом|ов|ах)?|(?<short>вв?\.))(?!\p{L})/gu,
  verbalize: ({ groups, before }, context) => {
    const { from, mark = '', numeral = '', noun = 'век', short } = groups;
    const isIn = /(?:^|\s)[вВ]о? $/u.test(before);
    const many = short === 'вв.';
    const ending = short === undefined ? (groups.ending ?? '') : many ? (isIn ? 'ах' : 'ов') : isIn ? 'е' : 'а';
    const inCase = ending === 'ом' ? 'instrumental' : (RUSSIAN_CASES[ending] ?? '');
    const first = from === undefined ? '' : declined(numberOf(from), inCase, context) + mark;
    return `${first}${declined(numberOf(numeral), inCase, context)} ${noun}${ending}`;
  },
};

/** `Людовика XIV`, `Екатерине II`: in the case of the name. */
const RUSSIAN_RULER: Rule = {
  pattern: /(?<=\p{Lu}\p{Ll}+ )(?<numeral>[IVXХ]{1,6})(?![\p{L}\p{N}])/gu,
  verbalize: ({ groups: { numeral = '' }, before }, context) => {
    if (new RegExp(`(?:${LABELS.ru}) $`, 'u').test(before)) return context.verbalizer.cardinal(numberOf(numeral));
    const name = /(\p{Lu}\p{Ll}+) $/u.exec(before)?.[1] ?? '';
    const woman = RUSSIAN_WOMEN.exec(name)?.groups?.ending;
    if (woman !== undefined) return declined(numberOf(numeral), WOMEN_CASES[woman] ?? 'ой', context);
    if (/(?:ом|ем)$/u.test(name)) return declined(numberOf(numeral), 'instrumental', context);
    return declined(numberOf(numeral), RUSSIAN_CASES[name.slice(-1)] ?? '', context);
  },
};

const RUSSIAN_LABEL: Rule = {
  pattern: new RegExp(`(?<=(?:${LABELS.ru}) )(?<numeral>[IVXХ]{1,6})(?![\\p{L}\\p{N}])`, 'gu'),
  verbalize: ({ groups: { numeral = '' } }: RuleMatch, { verbalizer }) => verbalizer.cardinal(numberOf(numeral)),
};

/** `XXI secolo`, `secolo XX`. */
const ITALIAN_CENTURY: Rule = {
  pattern: /(?<![\p{L}\p{N}])[IVX]{1,6}(?= secolo(?!\p{L}))|(?<=(?<!\p{L})[Ss]ecolo )[IVX]{1,6}(?![\p{L}\p{N}])/gu,
  verbalize: ({ text }, { verbalizer }) => verbalizer.ordinal(numberOf(text), 'º'),
};

/** `第II部`, `ルイXIV世`. */
const EAST_ASIAN: Rule = {
  pattern: /(?<=[第제] ?)[IVX]{1,6}(?![\p{sc=Latn}\p{N}])|(?<![\p{sc=Latn}\p{N}])[IVX]{1,6}(?=世)/gu,
  verbalize: ({ text }, { verbalizer }) => verbalizer.cardinal(numberOf(text)),
};

/** Roman numerals where a name or a noun tells that they are numbers. */
export function romanNumeralRules(language: LanguageCode): Rule[] {
  switch (language) {
    case 'ru':
      return [RUSSIAN_CENTURY, RUSSIAN_LABEL, RUSSIAN_RULER];
    case 'fr':
      return [FRENCH_ORDINAL, behindName(language)];
    case 'de':
      return [GERMAN_ORDINAL, behindName(language)];
    case 'it':
      return [ITALIAN_CENTURY];
    case 'zh':
    case 'ja':
    case 'ko':
      return [EAST_ASIAN];
    default:
      return [behindName(language)];
  }
}
