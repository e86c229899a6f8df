import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { describe, expect, test } from 'vitest';
import { PHRASES } from './corpus/phrases.js';
import { FOREIGN_PHRASES, SHORT_PHRASES } from './corpus/short-phrases.js';
import { detectLanguage } from './detect-language.js';

const VOICES = ['en', 'zh', 'ja'] as const;
const LEAST_RIGHT = 0.98;

const phrases = (Object.keys(PHRASES) as LanguageCode[]).flatMap((language) =>
  PHRASES[language].map((phrase) => ({ language, phrase })),
);

test('the corpus has 500 phrases of three to eight words, 50 in each language', () => {
  expect(phrases.length).toBe(500);
  for (const list of Object.values(PHRASES)) expect(new Set(list).size).toBe(50);
  const words = phrases
    .filter(({ language }) => !/zh|ja/u.test(language))
    .map(({ phrase }) => phrase.split(' ').length);
  expect(Math.max(...words)).toBeLessThanOrEqual(8);
});

test.each(VOICES)('at least 98 % of the phrases are in their language, whoever speaks: a voice of %s', (voice) => {
  const wrong = phrases.filter(({ language, phrase }) => {
    const detection = detectLanguage(phrase, voice);
    return detection.language !== language || detection.foreign !== undefined;
  });
  expect(wrong.length, JSON.stringify(wrong)).toBeLessThanOrEqual(phrases.length * (1 - LEAST_RIGHT));
});

const listed = (phrases: Readonly<Record<string, string>>) =>
  Object.entries(phrases).flatMap(([language, list]) =>
    list
      .trim()
      .split('\n')
      .map((phrase) => ({ language, phrase })),
  );

test('so are shorter ones: notices, greetings, requests', () => {
  const short = listed(SHORT_PHRASES);
  const wrong = short.filter(({ language, phrase }) => {
    const detection = detectLanguage(phrase, 'ja');
    return detection.language !== language || detection.foreign !== undefined;
  });
  expect(short.length).toBeGreaterThan(350);
  expect(wrong.length, JSON.stringify(wrong)).toBeLessThanOrEqual(short.length * (1 - LEAST_RIGHT));
});

test('at least 95 % of the phrases in none of the ten languages are told, and 90 % are told right', () => {
  const foreign = listed(FOREIGN_PHRASES).map(({ language, phrase }) => ({
    language,
    phrase,
    told: detectLanguage(phrase, 'ja').foreign,
  }));
  const missed = foreign.filter(({ told }) => told === undefined);
  const wrong = foreign.filter(({ told, language }) => told !== language);
  expect(foreign.length).toBeGreaterThan(200);
  expect(missed.length, JSON.stringify(missed)).toBeLessThanOrEqual(foreign.length * 0.05);
  expect(wrong.length, JSON.stringify(wrong)).toBeLessThanOrEqual(foreign.length * 0.1);
});

describe('names and brands do not decide', () => {
  test.each<[LanguageCode, string]>([
    ['fr', 'Température 21 degrés'],
    ['es', 'Lavadora terminada'],
    ['ru', 'iPhone 15 лучше'],
    ['ko', 'Netflix 재생'],
    ['zh', '打开 Bluetooth'],
    ['ja', 'Windows Update 完了しました'],
    ['en', '1 and 2'],
    ['de', 'Schönes Wochenende'],
    ['en', 'Angela Merkel visited Tokyo'],
    ['en', 'Google opened an office in Zürich'],
    ['de', 'Musik von Edith Piaf'],
    ['it', 'Il weekend di Bob Dylan'],
    ['ja', 'iPhone 15の方がいい'],
    ['en', 'I like the word привет very much'],
    ['en', 'The ﬁrst ﬂight oﬀ the oﬃce'],
    ['en', '𝐓𝐡𝐢𝐬 𝐢𝐬 𝐭𝐡𝐞 𝐛𝐞𝐬𝐭 𝐝𝐚𝐲 𝐞𝐯𝐞𝐫'],
    ['fr', 'Le cafe\u0301 est tre\u0300s bon\u00adne'],
    ['en', 'Ｔｈｉｓ ｉｓ ｔｈｅ ｐｒｉｃｅ'],
  ])('%s: %s', (language, phrase) => {
    for (const voice of VOICES) expect(detectLanguage(phrase, voice)).toEqual({ language });
  });
});

describe('a text of Han signs alone', () => {
  test.each<[LanguageCode, string]>([
    ['ja', '東京駅'],
    ['ja', '第1回国際会議開催'],
    ['ja', '営業時間：午前九時'],
    ['ja', '働く人々'],
    ['ja', '令和六年五月'],
    ['ja', '充電完了'],
    ['zh', '今天天氣很好'],
    ['zh', '欢迎光临'],
    ['zh', '對不起'],
    ['zh', '他走了。'],
    ['zh', '這個軟體很好用'],
  ])('%s: %s, by the signs and words that only one of both languages has', (language, text) => {
    for (const voice of VOICES) expect(detectLanguage(text, voice)).toEqual({ language });
  });

  test.each(['本日定休日', '電話', '2024年5月1日（水）', '駐車場', '5〜10km、A-Z、月〜金'])(
    '%s, which both write so, is Japanese for a Japanese voice',
    (text) => {
      expect(detectLanguage(text, 'ja')).toEqual({ language: 'ja' });
      for (const voice of ['zh', 'en', 'ko'] as const) expect(detectLanguage(text, voice)).toEqual({ language: 'zh' });
    },
  );
});

describe('abbreviations', () => {
  test.each<[LanguageCode, string]>([
    ['de', 'Gemäß § 433 Abs. 1 S. 1 BGB i. V. m. § 434 BGB.'],
    ['de', 'Vgl. Art. 5 Abs. 1 lit. f DSGVO'],
    ['de', 'Siehe Az. 4 StR 123/22, Rn. 15 ff.'],
    ['de', 'Dosierung: 3 x tgl. 1 Tbl. à 500 mg'],
    ['de', 'Nr. 5'],
    ['fr', 'Tél. : 01 23 45 67 89 – Port. : 06.12.34.56.78'],
    ['es', 'Lun. a vie. de 9 a 14 h y sáb. de 10 a 13 h'],
    ['es', 'Pza. España, km 5, ctra. N-340'],
    ['it', 'Cass. civ., sez. III, sent. n. 123'],
    ['en', 'I. S. d. of J. R. R. Tolkien'],
  ])('tell their language, and initials none: %s: %s', (language, text) => {
    expect(detectLanguage(text, 'ja')).toEqual({ language });
  });

  test('a text of more digits than letters is not told to be in another language than the ten', () => {
    expect(detectLanguage('Tel.: +49 (0)30 1234-567, Fax: -568, Mobil: 0171/2345678', 'en').foreign).toBeUndefined();
  });
});

test('two capitalised words are words, whether or not they are a name', () => {
  expect(detectLanguage('1.2.3 Zielsetzung\n1.2.4 Vorgehen', 'ja')).toEqual({ language: 'de' });
  expect(detectLanguage('Neue Nachricht', 'ja')).toEqual({ language: 'de' });
  expect(detectLanguage('Angela Merkel', 'ja')).toEqual({ language: 'de' });
  expect(detectLanguage('Leonardo da Vinci', 'ja')).toEqual({ language: 'it' });
});

test.each<[LanguageCode, string]>([
  ['de', 'Er sagte: „I have never been there before.“ und ging.'],
  ['en', 'She said “Je ne sais pas du tout” and left.'],
  ['fr', 'Le film « The Lord of the Rings » est sorti.'],
  ['en', '"Be yourself; everyone else is already taken." — Oscar Wilde'],
  ['ru', '«Как дела?» — Peter'],
])('a quotation does not decide where prose stands beside it: %s: %s', (language, text) => {
  expect(detectLanguage(text, 'ja')).toEqual({ language });
});

describe('nothing to tell by', () => {
  test.each([
    'E = mc^2',
    'a² + b² = c²',
    'H2O',
    'CO2',
    'C₆H₁₂O₆',
    'USA',
    'NASA',
    '3 km',
    '10 kg, 5 GB',
    'x = 5',
    'COVID-19',
    'UNESCO',
    'iPhone 15',
    'pH 7',
    '!?',
  ])('%s has no language, and is read in that of the voice', (text) => {
    for (const voice of ['de', 'zh', 'pt'] as const)
      expect(detectLanguage(text, voice)).toEqual({ language: voice, isUnsure: true });
  });
});

describe('a text in none of the ten languages', () => {
  test.each([
    ['nl', 'De kat slaapt op de bank'],
    ['nl', 'Waar is het station'],
    ['pl', 'Dzień dobry, jak się masz'],
    ['pl', 'Gdzie jest dworzec kolejowy'],
    ['cs', 'Váš balík byl doručen'],
    ['sv', 'Tack så mycket för hjälpen'],
    ['fi', 'Missä on rautatieasema'],
    ['hu', 'A macska a kanapén alszik'],
    ['tr', 'Günaydın, nasılsınız'],
    ['ro', 'Mulțumesc foarte mult'],
    ['vi', 'Cảm ơn rất nhiều'],
    ['ms', 'Selamat pagi, apa kabar'],
    ['he', 'שלום, מה שלומך היום'],
    ['ar', 'مرحبا كيف حالك اليوم'],
    ['fa', 'سلام چطوری'],
    ['ur', 'آپ کیسے ہیں'],
    ['hi', 'नमस्ते आप कैसे हैं'],
    ['el', 'Καλημέρα, τι κάνεις'],
    ['th', 'สวัสดีครับ'],
    ['uk', 'Кіт спить на дивані'],
    ['bg', 'Добър ден, как сте'],
    ['sr', 'Добро јутро, како сте'],
  ])('is told, and spoken in the voice’s: %s: %s', (foreign, text) => {
    expect(detectLanguage(text, 'ja')).toEqual({ language: 'ja', foreign });
  });
});

test.each(
  `Хлеб;Чай;Яйца;Тише;Давай;Ага;Ремонт обуви;Да ладно;Сыр и масло;и т. д., и т. п., т. е. это. Вот так.;Вход воспрещён;Три сестры`.split(
    ';',
  ),
)('a Cyrillic word or title is Russian, unless its letters or words are of another language: %s', (text) => {
  expect(detectLanguage(text, 'en')).toEqual({ language: 'ru' });
  expect(detectLanguage('Дякую', 'en').foreign).toBe('uk');
  expect(detectLanguage('Хліб', 'en').foreign).toBe('uk');
});

test.each([
  ['Papillon', 'fr'],
  ['Manzana', 'es'],
  ['Padaria', 'pt'],
  ['Libreria', 'it'],
  ['Schmetterling', 'de'],
] as const)(
  'a lone word is in one of the ten languages, unless it is a frequent one of another: %s',
  (word, language) => {
    expect(detectLanguage(word, 'ja')).toEqual({ language });
    expect(detectLanguage('Goedemorgen', 'ja').foreign).toBe('nl');
  },
);
