import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { cpuSeconds, hostileTexts } from '@ownvoice/shared/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizeText, VERBALIZERS } from './normalize.js';

const LANGUAGES = Object.keys(VERBALIZERS) as LanguageCode[];
const anyLanguage = fc.constantFrom(...LANGUAGES);

const EXAMPLES: Readonly<Record<LanguageCode, readonly (readonly [written: string, spoken: string])[]>> = {
  en: [
    ['The 1,000,000th, at +3 °C', 'The one millionth, at plus three degrees Celsius'],
    [
      'He won 7-6(5) in 1:30:05, at 10:30:15',
      'He won seven to six (five) in one hour thirty minutes five seconds, at ten thirty and fifteen seconds',
    ],
    ['if age >= 18, Ps. 23:1-6', 'if age is at least eighteen, Ps. twenty-three to one to six'],
    ['At 2024-05-17T14:00:00Z, UTC', "At May seventeenth, twenty twenty-four fourteen o'clock UTC, UTC"],
    ['Call 1-800-FLOWERS, a 2:1 Win', 'Call one, eight hundred-FLOWERS, a two to one Win'],
    ['It costs $5.00, or $5.25 with tax.', 'It costs five dollars, or five dollars and twenty-five cents with tax.'],
    [
      '£1,234.56 and $0.99',
      'one thousand two hundred and thirty-four pounds and fifty-six pence and ninety-nine cents',
    ],
    ['$1.5 million', 'one point five million dollars'],
    ['50% of 2.5%', 'fifty percent of two point five percent'],
    ['At 10:30, 10:05 and 9:00', "At ten thirty, ten oh five and nine o'clock"],
    ['On May 5, 2024', 'On May fifth, twenty twenty-four'],
    ['born 1999-12-31', 'born December thirty-first, nineteen ninety-nine'],
    ['12/25/2023', 'December twenty-fifth, twenty twenty-three'],
    ['in 1999, in 1905 and since 2005', 'in nineteen ninety-nine, in nineteen oh five and since two thousand and five'],
    ['the 1990s', 'the nineteen nineties'],
    [
      '1st, 2nd, 3rd, 12th, 20th, 21st, 101st',
      'first, second, third, twelfth, twentieth, twenty-first, one hundred and first',
    ],
    ['2 < 3 & 4 > 1', 'two is less than three and four is greater than one'],
    ['3*4=12', 'three times four equals twelve'],
    ['C# and C++', 'C sharp and C plus plus'],
    ['-5 °C, 1 km and 20 km/h', 'minus five degrees Celsius, one kilometre and twenty kilometres per hour'],
    ['Call 555-0000.', 'Call five five five, zero zero zero zero.'],
    ['1000000 and 1,000,000', 'one million and one million'],
    ['me.you@x.org', 'me dot you at x dot org'],
    ['See https://example.org/a_b?x=1.', 'See example dot org slash a underscore b.'],
    ['version 1.2.3', 'version one dot two dot three'],
    ['1/2, ½ and 1½', 'one half, one half and one and a half'],
    ['pages 5-10', 'pages five to ten'],
    ['snake_case', 'snake case'],
    ['room 007', 'room zero zero seven'],
    ['an MP3 in 4K', 'an MP three in four K'],
    ['0.05', 'zero point zero five'],
  ],
  de: [
    ['¼ Stunde bei +3 °C', 'eine Viertelstunde bei plus drei Grad Celsius'],
    ['3⋅4=12', 'drei mal vier gleich zwölf'],
    ['Urt. v. A., Az. 4 u. Rn. 15 ff.', 'Urteil v. A., Aktenzeichen vier und Randnummer fünfzehn fortfolgende.'],
    ['Nr. 2024-0815, 2:1 Kane', 'Nummer zweitausendvierundzwanzig, null acht eins fünf, zwei zu eins Kane'],
    ['Kolleg*innen und Schüler:innen', 'Kolleg innen und Schüler innen'],
    [
      '5,25 € und 1.234,56 €',
      'fünf Euro und fünfundzwanzig Cent und eintausendzweihundertvierunddreißig Euro und sechsundfünfzig Cent',
    ],
    ['50 % und 1 %', 'fünfzig Prozent und ein Prozent'],
    ['um 10:30 Uhr und um 1 Uhr', 'um zehn Uhr dreißig und um ein Uhr'],
    ['am 3. Oktober 1990', 'am dritten Oktober neunzehnhundertneunzig'],
    ['Der 1. Mai und der 7. Juni', 'Der erste Mai und der siebte Juni'],
    ['31.12.2024', 'einunddreißigster Dezember zweitausendvierundzwanzig'],
    ['im 19. Jahrhundert', 'im neunzehnten Jahrhundert'],
    ['16, 17, 21, 77, 101', 'sechzehn, siebzehn, einundzwanzig, siebenundsiebzig, einhunderteins'],
    ['1 t und 2 t', 'eine Tonne und zwei Tonnen'],
    ['21 Bücher', 'einundzwanzig Bücher'],
    ['5 Mio. €', 'fünf Millionen Euro'],
    ['3,14', 'drei Komma eins vier'],
    ['info@x.de', 'info at x Punkt de'],
    ['1 Haus, 1 Straße', 'ein Haus, eine Straße'],
    ['vom 1.5. bis 3.6.', 'vom ersten Mai bis dritten Juni'],
    ['+49 (30) 123456', 'plus vier neun, drei null, eins zwei drei vier fünf sechs'],
  ],
  fr: [
    ['2 1/2 h, 2½ kg', 'deux heures et demie, deux kilogrammes et demi'],
    ['1/2 h, puis 3/4 heure', 'une demi-heure, puis trois quarts d’heure'],
    ['n° 2024-15', 'numéro deux mille vingt-quatre, quinze'],
    ['5,25 €', 'cinq euros et vingt-cinq centimes'],
    [
      '70, 71, 77, 80, 81, 91, 99',
      'soixante-dix, soixante et onze, soixante-dix-sept, quatre-vingts, quatre-vingt-un, quatre-vingt-onze, quatre-vingt-dix-neuf',
    ],
    ['200, 201, 80000', 'deux cents, deux cent un, quatre-vingt mille'],
    ['50 %', 'cinquante pour cent'],
    ['à 10h30 et 21:01', 'à dix heures trente et vingt et une heures une'],
    ['le 1er mai 2024', 'le premier mai deux mille vingt-quatre'],
    ['31/12/2024', 'trente et un décembre deux mille vingt-quatre'],
    ['2e, 5e, 9e, 21e', 'deuxième, cinquième, neuvième, vingt et unième'],
    ['1,5 km et 2 t', 'un virgule cinq kilomètre et deux tonnes'],
    ['1000000 €', "un million d'euros"],
  ],
  es: [
    ['1 1/2 h, 2½ kg', 'una hora y media, dos kilogramos y medio'],
    ['a las 17:30 h., aprox. 5', 'a las diecisiete y treinta, aproximadamente cinco'],
    ['C/ Mayor, C/Sol, -3 ºC', 'calle Mayor, calle Sol, menos tres grados Celsius'],
    ['5,25 €', 'cinco euros con veinticinco céntimos'],
    ['21, 31, 100, 101, 500, 1000', 'veintiuno, treinta y uno, cien, ciento uno, quinientos, mil'],
    ['21 libros y 21 km', 'veintiún libros y veintiún kilómetros'],
    ['200 t', 'doscientas toneladas'],
    ['a las 10:30', 'a las diez y treinta'],
    ['31/12/2024', 'treinta y uno de diciembre de dos mil veinticuatro'],
    ['1.º y 2.ª', 'primero y segunda'],
    ['1 millón de euros', 'un millón de euros'],
    ['50 %', 'cincuenta por ciento'],
  ],
  it: [
    ['2 1/2 h, 2½ km', 'due ore e mezza, due chilometri e mezzo'],
    ['nel XXI secolo, il secolo XX', 'nel ventunesimo secolo, il secolo ventesimo'],
    ['cell. 333 1234567', 'cellulare tre tre tre, uno due tre quattro cinque sei sette'],
    ['5,25 €', 'cinque euro e venticinque centesimi'],
    ['21, 23, 28, 108, 180, 2000', 'ventuno, ventitré, ventotto, centotto, centottanta, duemila'],
    ['1 libro', 'un libro'],
    ['alle 10:30', 'alle dieci e trenta'],
    ['il 31/12/2024', 'il trentuno dicembre duemilaventiquattro'],
    ['1º e 2ª', 'primo e seconda'],
    ['-5 °C', 'meno cinque gradi Celsius'],
  ],
  pt: [
    ['2 1/2 h', 'duas horas e meia'],
    [
      'Flamengo 2 x 1 Palmeiras, fax: 3456-7890',
      'Flamengo dois a um Palmeiras, fax: três quatro cinco seis, sete oito nove zero',
    ],
    ['R$ 5,25', 'cinco reais e vinte e cinco centavos'],
    ['16, 21, 100, 101, 200', 'dezesseis, vinte e um, cem, cento e um, duzentos'],
    ['1234; 1200; 1020', 'mil duzentos e trinta e quatro; mil e duzentos; mil e vinte'],
    ['2 t', 'duas toneladas'],
    ['às 10:30', 'às dez e trinta'],
    ['31/12/2024', 'trinta e um de dezembro de dois mil e vinte e quatro'],
  ],
  ru: [
    ['п. 1 ч. 2 ст. 14', 'пункт один часть два статья четырнадцать'],
    [
      '1 ст. л., 2 ч. л., 5 ст. л. и ½ ч. л. соли',
      'одна столовая ложка, две чайные ложки, пять столовых ложек и одна вторая чайной ложки соли',
    ],
    ['44 г. до н. э. умер', 'сорок четыре года до нашей эры умер'],
    ['1 ₽, 2 ₽, 5 ₽, 11 ₽, 21 ₽', 'один рубль, два рубля, пять рублей, одиннадцать рублей, двадцать один рубль'],
    ['5,25 ₽', 'пять рублей двадцать пять копеек'],
    ['1000, 2000, 5000', 'тысяча, две тысячи, пять тысяч'],
    ['1 %, 2 %, 50 %, 2,5 %', 'один процент, два процента, пятьдесят процентов, две целых пять десятых процента'],
    ['5 мая 2024 года', 'пятого мая две тысячи двадцать четвёртого года'],
    ['в 2024 году, 2000 год', 'в две тысячи двадцать четвёртом году, двухтысячный год'],
    ['5-й, 3-я, 1-го', 'пятый, третья, первого'],
    ['1 т и 2 т', 'одна тонна и две тонны'],
    ['0,001', 'ноль целых одна тысячная'],
    ['в 10:30', 'в десять часов тридцать минут'],
  ],
  zh: [
    ['时速120km/h', '时速一百二十公里'],
    ['共￥1万元', '共一万元'],
    ['50%', '百分之五十'],
    ['5.00元，$5.25', '五元，五点二五美元'],
    ['2024年5月1日10:05', '二零二四年五月一日十点零五分'],
    ['2个人，12个人，2公里', '两个人，十二个人，两公里'],
    ['10，20，101，110，1001，1010', '十，二十，一百零一，一百一十，一千零一，一千零一十'],
    ['10000，20000，100000000，10010', '一万，两万，一亿，一万零一十'],
    ['3/4', '四分之三'],
    ['3*4=12', '三乘四等于十二'],
    ['-5 °C', '负五摄氏度'],
  ],
  ja: [
    ['時速120km/h', '時速ヒャクニジュッキロメートル'],
    ['3－2、1ドル＝150円', 'サンタイニ、イチドルイコールヒャクゴジュウエン'],
    ['500円と4円', 'ゴヒャクエンとヨエン'],
    ['50%', 'ゴジュッパーセント'],
    ['10:30と4時', 'ジュウジサンジュップンとヨジ'],
    ['2024年5月1日', 'ニセンニジュウヨネンゴガツツイタチ'],
    ['1人、2人、3人', 'ヒトリ、フタリ、サンニン'],
    ['1本、3本、6本、10本', 'イッポン、サンボン、ロッポン、ジュッポン'],
    ['300、600、800、3000、8000', 'サンビャク、ロッピャク、ハッピャク、サンゼン、ハッセン'],
    ['10000000', 'イッセンマン'],
    ['3.5と0.5', 'サンテンゴとレイテンゴ'],
  ],
  ko: [
    ['시속 120km/h', '시속 백이십 킬로미터'],
    ['5∼10%', '오에서 십 퍼센트'],
    ['5,000원', '오천 원'],
    ['50%', '오십 퍼센트'],
    ['오전 10:30', '오전 열시 삼십분'],
    ['2024년 5월 1일', '이천이십사년 오월 일일'],
    ['6월과 10월', '유월과 시월'],
    ['3개, 20살, 21명', '세 개, 스무 살, 스물한 명'],
    ['10000, 11000', '만, 만 천'],
    ['010-1234-5678', '공 일 공, 일 이 삼 사, 오 육 칠 팔'],
  ],
};

const CASES = LANGUAGES.flatMap((language) =>
  EXAMPLES[language].map(([written, spoken]) => ({ language, written, spoken })),
);

describe('the spoken form', () => {
  test.each(CASES)('$language: $written → $spoken', ({ language, written, spoken }) => {
    expect(normalizeText(written, language)).toBe(spoken);
  });

  test('has no digits, whatever the numbers in a text', () => {
    const number = fc.oneof(
      fc.integer({ min: 0, max: 10_000_000 }).map(String),
      fc.double({ min: 0, max: 10_000, noNaN: true }).map((value) => value.toFixed(2)),
      fc.bigInt({ min: 0n, max: 10n ** 24n }).map(String),
      fc.constantFrom(
        '10:30',
        '99:99',
        '2024-13-45',
        '31.12.2024',
        '1.2.3.4',
        '+49 30 123456',
        '1,000,000',
        '1.000,5',
        '007',
        '½',
        '12th',
        '3.',
        '$5',
        '5 €',
        '-7',
        '3/4',
        '5-10',
        '1990s',
        '1人',
        '3개',
        '10:30PM',
        '$5-10M',
        '€3bn',
        '1 1/2',
        '80-е',
        '1., 2.',
        '03.10.1990',
        '98765-4321',
        'ISBN 978-3-16-148410-0',
        'n° 5',
        '3万円',
        '8日間',
        '5 Mio.',
        "'80s",
      ),
    );
    const text = fc.array(
      fc.oneof(number, fc.constantFrom(' ', ', ', 'word', '你', ' % ', '-', '.', ' km ', '年', 'x')),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(text, anyLanguage, (parts, language) => {
        expect(normalizeText(parts.join(''), language)).not.toMatch(/\p{Nd}/u);
      }),
      { numRuns: 2_000 },
    );
  });

  test('leaves a text without digits and signs as it is', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom('word', 'Grüße', 'привет', '你好', 'こんにちは', '안녕', ', ', '. ', ' ', '! ', '“a”'),
          { maxLength: 20 },
        ),
        anyLanguage,
        (parts, language) => {
          expect(normalizeText(parts.join(''), language)).toBe(parts.join(''));
        },
      ),
    );
  });

  test.each(LANGUAGES)('of 2,000 hostile characters takes less than 50 ms of processor time: %s', (language) => {
    const figures = ['3*4=', '12 ', '$5-', '1-', '1., ', '1 und ', '5 и ', '1 1/', '10:30 ', 'DE89 ', '24./', '-5 '];
    const texts = [
      ...hostileTexts(),
      ...figures.map((unit) => ({ kind: unit, make: (length: number) => unit.repeat(length / unit.length) })),
    ];
    const slow = texts.flatMap(({ kind, make }) => {
      const text = make(2_000);
      const took = cpuSeconds(() => normalizeText(text, language), 0.05);
      return took < 0.05 ? [] : [`${kind}: ${took * 1000} ms`];
    });
    expect(slow).toEqual([]);
  });
});

describe.each(LANGUAGES)('a number in words, %s', (language) => {
  const verbalizer = VERBALIZERS[language];

  test('is unique: no two numbers have the same words', () => {
    const heard = new Map<string, bigint>();
    const numbers = [
      ...Array.from({ length: 20_000 }, (_, value) => BigInt(value)),
      100_000n,
      200_000n,
      999_999n,
      1_000_000n,
      1_000_001n,
      2_000_000n,
      21_000_000n,
      10n ** 9n,
      10n ** 12n,
    ];
    for (const value of numbers) {
      const words = verbalizer.cardinal(value);
      expect(heard.get(words), `${words}: ${value}`).toBeUndefined();
      heard.set(words, value);
    }
  });

  test('has neither digits nor missing words, up to 999 billion', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 999_999_999_999n }),
        fc.constantFrom(undefined, 'm' as const, 'f' as const, 'n' as const),
        (value, gender) => {
          const words = verbalizer.cardinal(value, gender);
          expect(words).toMatch(/^[\p{L}\p{M} -]+$/u);
          expect(words).not.toMatch(/undefined| {2}|^ | $/u);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test('names every day, every hour and every year of two millennia', () => {
    for (let month = 1; month <= 12; month += 1) {
      for (let day = 1; day <= 31; day += 1)
        expect(verbalizer.date(undefined, month, day)).not.toMatch(/undefined|\d/u);
    }
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      expect(verbalizer.time(Math.floor(minute / 60), minute % 60, minute % 60)).not.toMatch(/undefined|\d/u);
    }
    for (let year = 1; year < 2100; year += 1) expect(verbalizer.year(year)).not.toMatch(/undefined|\d/u);
  });
});
