import { genderOfNoun } from '../agreement/gender-of-noun.js';
import { germanEnding, isGermanOrdinal } from '../languages/german-ordinals.js';
import { declinedOrdinal } from '../languages/russian-ordinals.js';
import type { Context, Rule, RuleMatch } from '../rule.js';
import { type ByLanguage, none } from '../tables.js';

/** Up to 89: larger ones are more often abbreviations (`CD`, `MM`). */
const CANONICAL = /^(?:XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/u;
const VALUES: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50 };

function numberOf(numeral: string): bigint {
  const values = [...numeral].map((letter) => VALUES[letter] ?? 0);
  return BigInt(values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0));
}

interface RomanWords {
  /** What is counted by a number behind it: `Chapter IV`. */
  readonly labels: string;
  /** Names of kings, queens and popes, which a single letter may follow. */
  readonly men?: string;
  readonly women?: string;
  /** Before a number that stands before its noun: `the XXI century`, `nel XV secolo`. */
  readonly articles?: string;
}

const WORDS: ByLanguage<RomanWords> = {
  en: {
    labels: 'chapter|part|act|scene|book|volume|war|phase|article|section|title|type|class|appendix|annex',
    men: 'Henry|Edward|George|William|Charles|James|Richard|Louis|Philip|Francis|Frederick|Napoleon|Nicholas|Alexander|Peter|Paul|Pius|Benedict|Gregory|Leo|Innocent|Clement|John|Ramses|Ptolemy|Darius|Otto|Ivan|Christian|Gustav|Carl|Leopold|Albert|Alfonso|Ferdinand|Wilhelm|Joseph',
    women: 'Elizabeth|Catherine|Mary|Margaret|Isabella',
    articles: 'the',
  },
  de: {
    labels: 'kapitel|teil|band|akt|szene|buch|artikel|anhang|typ|klasse|stufe|phase|abschnitt|anlage|hartz',
    men: 'Ludwig|Heinrich|Friedrich|Wilhelm|Karl|Otto|Johannes|Paul|Benedikt|Pius|Leo|Napoleon|Franz|Joseph|Philipp|Georg|Eduard|Richard|Peter|Alexander|Nikolaus|Iwan|Gustav|Christian|Albrecht|Rudolf|Konrad|Leopold|Ferdinand|Maximilian|Innozenz|Gregor|Clemens',
    women: 'Katharina|Elisabeth|Maria|Margarethe|Isabella',
  },
  fr: {
    labels: 'chapitre|tome|acte|scène|livre|partie|titre|annexe|volume|article|phase|type|niveau',
    men: 'Charles|Henri|Louis|François|Jean|Philippe|Napoléon|Paul|Pie|Benoît|Léon|Clément|Alexandre|Nicolas|Guillaume|Frédéric|Georges|Édouard|Jacques',
    women: 'Élisabeth|Catherine|Marie|Isabelle',
  },
  es: {
    labels: 'capítulo|tomo|acto|escena|libro|parte|título|anexo|volumen|artículo|fase|tipo|nivel',
    men: 'Alfonso|Felipe|Carlos|Juan|Pablo|Fernando|Enrique|Luis|Pío|Benedicto|León|Pedro|Napoleón|Guillermo|Jorge|Eduardo|Jaime|Sancho|Francisco|Alejandro|siglos?(?: [IVXL]+ [ya]l?)?',
    women: 'Isabel|Catalina|María',
    articles: 'el|la|los|las|del|al|de la|a la|en',
  },
  pt: {
    labels: 'capítulo|tomo|ato|cena|livro|parte|título|anexo|volume|artigo|fase|tipo|nível|inciso',
    men: 'Pedro|João|Manuel|Afonso|Luís|Carlos|Henrique|Filipe|Paulo|Pio|Bento|Leão|Francisco|Alexandre|Napoleão|Jorge|Fernando|Sancho|séculos?(?: [IVXL]+ [ea]o?)?',
    women: 'Elizabeth|Isabel|Maria|Catarina',
    articles: 'o|a|do|da|no|na|ao|à|pelo|pela',
  },
  it: {
    labels: 'capitolo|tomo|atto|scena|libro|parte|titolo|allegato|volume|articolo|fase|tipo|livello',
    men: 'Carlo|Vittorio|Emanuele|Umberto|Luigi|Enrico|Paolo|Pio|Giovanni|Benedetto|Leone|Federico|Filippo|Ferdinando|Francesco|Pietro|Alessandro|Napoleone|Clemente|Gregorio|Nicola|Guglielmo|Giorgio|Edoardo|Giulio|secol[oi](?: [IVXL]+ ed?)?',
    women: 'Elisabetta|Caterina|Maria|Margherita|Isabella',
    articles: 'il|lo|la|del|dello|della|nel|nello|nella|al|allo|alla|dal|dalla|sul|sulla',
  },
  ru: { labels: 'глава|часть|том|книга|раздел|акт' },
  ...none('zh', 'ja', 'ko'),
};

/** How a ruler is counted, given the text up to the name. */
function ruler(value: bigint, isWoman: boolean, before: string, { language, verbalizer }: Context): string {
  const cardinal = verbalizer.cardinal(value);
  const ordinal = (suffix: string): string => verbalizer.ordinal(value, suffix) ?? cardinal;
  switch (language) {
    case 'en':
      return `the ${ordinal('th')}`;
    case 'de': {
      const isOblique =
        /(?:^|[^\p{L}])(?:[Vv]o[nm]|[Mm]it|[Uu]nter|[Zz]um?|[Bb]ei|[Nn]ach|[Ss]eit|dem) (?:\p{Lu}\p{L}+ ){0,2}$/u.test(
          before,
        );
      const words = ordinal(isOblique ? 'en' : 'e');
      const article = isWoman === isOblique ? 'der' : isWoman ? 'die' : isOblique ? 'dem' : 'der';
      return `${article} ${words.charAt(0).toUpperCase()}${words.slice(1)}`;
    }
    case 'fr':
      return value === 1n ? ordinal(isWoman ? 're' : 'er') : cardinal;
    default:
      return value <= 10n || language === 'it' ? ordinal(isWoman ? 'ª' : 'º') : cardinal;
  }
}

/** After `Charles I`, rather than `Charles, I think`. */
const isFirst = (after: string): boolean =>
  /^(?:[,.;:)]|$| (?:of|was|and|reigned|er|est|fut|de|et|war|und|fue|y|foi|e)(?!\p{L}))/u.test(after);

/** `XXIe siècle`, `im XVIII. Jahrhundert`, `Henry VIII`, `Chapter IV`, `World War II`, `the XX Games`. */
function european(numeral: string, { groups, before, after }: RuleMatch, context: Context): string | undefined {
  const { language, verbalizer } = context;
  const { suffix, stop = '' } = groups;
  const value = numberOf(numeral);
  if (suffix !== undefined) {
    // `Le` is no number.
    if (
      language !== 'fr' ||
      numeral.includes('L') ||
      /^[er]r?e?$/u.test(suffix) !== (suffix === 'e' || numeral === 'I')
    )
      return undefined;
    return verbalizer.ordinal(value, suffix) + stop;
  }
  const { isName, isLabel, isArticle } = PATTERNS[language] ?? {};
  const name = isName?.exec(before);
  if (language === 'de' && stop !== '' && !name && isGermanOrdinal(`${before}${numeral}`, after.trimStart()))
    return verbalizer.ordinal(value, germanEnding(before, genderOfNoun(language, 1n, after)));
  if (name && (numeral !== 'I' || isFirst(stop + after) || (stop !== '' && language === 'de'))) {
    const ends = stop !== '' && (language !== 'de' || /^\s*$/u.test(after)) ? '.' : '';
    return ruler(value, name.groups?.women !== undefined, before.slice(0, name.index), context) + ends;
  }
  if (name) return undefined;
  if (isLabel?.test(before) === true) return verbalizer.cardinal(value) + stop;
  const gender = genderOfNoun(language === 'en' ? 'de' : language, 1n, after.toLowerCase());
  const isBeforeNoun = language === 'en' ? /^ (?:\p{Lu}|century)/u.test(after) : gender !== undefined;
  const begins = numeral.length > 1 && language !== 'en' && /(?:^|[.,;:(«“—] ?)$/u.test(before);
  if (
    (begins || isArticle?.test(before) === true) &&
    isBeforeNoun &&
    !(language === 'en' && /^(?:.|IV)$/u.test(numeral))
  )
    return verbalizer.ordinal(value, gender === 'f' ? 'ª' : 'º');
  const isBehindName = numeral.length > 1 && numeral !== 'XL' && /\p{Lu}\p{L}+ $/u.test(before);
  return isBehindName ? verbalizer.cardinal(value) + stop : undefined;
}

/** The endings of an ordinal by those of the noun or the adjective behind it, or of the name before it. */
const RUSSIAN_ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/(?:ая)$/u, 'я'],
  [/(?:ую)$/u, 'ю'],
  [/(?:ые|ие)$/u, 'е+'],
  [/(?:ых|их)$/u, 'х'],
  [/(?:ого|его|[ая]|ов)$/u, 'го'],
  [/(?:ому|ему|[ую])$/u, 'му'],
  [/(?:ом|ем|ым|им)$/u, 'м+'],
  [/ой$/u, 'ой'],
  [/(?:е|ах)$/u, 'м'],
];
const RUSSIAN_WOMEN = /^(?:Екатерин|Елизавет|Мари|Виктори|Маргарит|Изабелл)(?<ending>\p{L}+)$/u;
const NOUN = 'век|квартал|тур|этап|съезд|раздел|разряд|форум|конгресс|фестиваль|чемпионат';

const declined = (value: bigint, word: string, { verbalizer }: Context): string =>
  declinedOrdinal(
    verbalizer.ordinal(value, '') ?? '',
    RUSSIAN_ENDINGS.find(([pattern]) => pattern.test(word))?.[1] ?? '',
  );

/** `в XXI веке`, `XVIII–XIX вв.`, `I квартал`: ordinals in the case of their noun. */
const RUSSIAN_CENTURY: Rule = {
  pattern: new RegExp(
    `(?<![\\p{L}\\p{N}])(?:(?<from>[IVXХ]{1,6})(?<mark> ?[-–—] ?| и ))?(?<numeral>[IVXХ]{1,6})[ \\u00a0](?:(?<noun>${NOUN})(?<ending>а|у|е|ом|ов|ах)?|(?<short>вв?\\.))(?!\\p{L})`,
    'gu',
  ),
  verbalize: ({ groups, before }, context) => {
    const { from, mark = '', numeral = '', noun = 'век', short } = groups;
    const isIn = /(?:^|\s)[вВ]о? $/u.test(before);
    const abbreviated = short === 'вв.' ? (isIn ? 'ах' : 'ов') : isIn ? 'е' : 'а';
    const ending = short === undefined ? (groups.ending ?? '') : abbreviated;
    const inWords = (written: string): string => declined(numberOf(written.replaceAll('Х', 'X')), ending, context);
    return `${from === undefined ? '' : inWords(from) + mark}${inWords(numeral)} ${noun}${ending}`;
  },
};

/** `глава IV`, `II мировая война`, `Людовика XIV`, `Екатерине II`: in the case of the adjective or the name. */
function russian(numeral: string, { before, after }: RuleMatch, context: Context): string | undefined {
  const value = numberOf(numeral);
  if (PATTERNS.ru?.isLabel.test(before) === true) return context.verbalizer.cardinal(value);
  const name = /(\p{Lu}\p{Ll}+) $/u.exec(before)?.[1];
  if (name === undefined) {
    const adjective = /^ \p{L}+(?:ая|ой|ую|ый|ий|ые|ие|ых|их|ого|его|ому|ему|ом|ем|ым|им)(?!\p{L})/u.exec(after)?.[0];
    return adjective === undefined ? undefined : declined(value, adjective, context);
  }
  const woman = RUSSIAN_WOMEN.exec(name)?.groups?.ending;
  if (woman === undefined) return declined(value, name, context);
  return declined(value, { а: 'ая', я: 'ая', у: 'ую', ю: 'ую' }[woman] ?? 'ой', context);
}

/** `第II部`, `ルイXIV世`, `亨利VIII`, `루이 XIV`. */
function eastAsian(numeral: string, { before, after }: RuleMatch, { verbalizer }: Context): string | undefined {
  const isCounted = /[第제] ?$/u.test(before) || /^[世세]/u.test(after);
  const isBehindName = numeral.length > 1 && !/^(?:IV|XL)$/u.test(numeral) && /\p{L} ?$/u.test(before);
  return isCounted || isBehindName ? verbalizer.cardinal(numberOf(numeral)) : undefined;
}

const PATTERNS = Object.fromEntries(
  Object.entries(WORDS).flatMap(([language, words]) => {
    if (!words) return [];
    const before = (list: string, flags: string): RegExp => new RegExp(`(?<!\\p{L})(?:${list}) $`, flags);
    const isName = before(`(?<men>${words.men ?? '(?!)'})|(?<women>${words.women ?? '(?!)'})`, 'u');
    return [
      [language, { isName, isLabel: before(words.labels, 'iu'), isArticle: before(words.articles ?? '(?!)', 'iu') }],
    ];
  }),
) as ByLanguage<{ readonly isName: RegExp; readonly isLabel: RegExp; readonly isArticle: RegExp }>;

const ROMAN_NUMERAL: Rule = {
  pattern:
    /(?<![\p{sc=Latn}\p{sc=Cyrl}\p{N}])(?<numeral>[IVXLХ]{1,7})(?<suffix>er|re|e|ème|ᵉ)?(?<stop>\.)?(?![\p{sc=Latn}\p{sc=Cyrl}\p{N}])/gu,
  verbalize: (match, context) => {
    const numeral = (match.groups.numeral ?? '').replaceAll('Х', 'X');
    // `article L. 121-1`
    if (!CANONICAL.test(numeral) || numeral === 'L') return undefined;
    const { language } = context;
    if (language === 'ru' || /^(?:zh|ja|ko)$/u.test(language)) {
      const words = (language === 'ru' ? russian : eastAsian)(numeral, match, context);
      return words && match.groups.suffix === undefined ? words + (match.groups.stop ?? '') : undefined;
    }
    return european(numeral, match, context);
  },
};

/** Roman numerals where a name or a noun tells that they are numbers. */
export const ROMAN_NUMERALS: readonly Rule[] = [RUSSIAN_CENTURY, ROMAN_NUMERAL];
