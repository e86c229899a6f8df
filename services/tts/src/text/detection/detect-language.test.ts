import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { describe, expect, test } from 'vitest';
import { EVERYDAY_PHRASES } from './corpus/everyday.js';
import { FOREIGN_PHRASES } from './corpus/foreign.js';
import { PHRASES } from './corpus/phrases.js';
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

describe('neighbours of the ten languages', () => {
  const foreign = Object.entries(FOREIGN_PHRASES).flatMap(([language, list]) =>
    list.map((phrase, index) => ({ language, phrase, isHeldOut: index % 2 === 1 })),
  );
  const mistaken = (list: readonly { phrase: string }[]): string[] =>
    list.map(({ phrase }) => phrase).filter((phrase) => detectLanguage(phrase, 'zh').foreign === undefined);

  test('at least 9 of 10 short phrases are told from the ten languages', () => {
    expect(mistaken(foreign).length, JSON.stringify(mistaken(foreign))).toBeLessThanOrEqual(foreign.length * 0.1);
  });

  test('at least 6 of 7 are, of the phrases that the lists were not tuned on', () => {
    const heldOut = foreign.filter((phrase) => phrase.isHeldOut);
    expect(mistaken(heldOut).length).toBeLessThanOrEqual(heldOut.length / 7);
  });

  test('and none of the ten languages is mistaken for a neighbour', () => {
    for (const [language, list] of Object.entries(EVERYDAY_PHRASES)) {
      expect(mistaken(list.map((phrase) => ({ phrase }))), language).toEqual([...list]);
    }
  });
});

describe('names and brands do not decide', () => {
  test.each<[LanguageCode, string]>([
    ['fr', 'Température 21 degrés'],
    ['es', 'Lavadora terminada'],
    ['ru', 'iPhone 15 лучше'],
    ['en', 'Angela Merkel visited Tokyo'],
    ['en', 'Google opened an office in Zürich'],
    ['de', 'Musik von Edith Piaf'],
    ['it', 'Il weekend di Bob Dylan'],
    ['ja', 'iPhone 15の方がいい'],
    ['en', 'I like the word привет very much'],
  ])('%s: %s', (language, phrase) => {
    for (const voice of VOICES) expect(detectLanguage(phrase, voice)).toEqual({ language });
  });
});

describe('nothing to tell by', () => {
  test.each([
    'E = mc^2',
    'a² + b² = c²',
    'H2O',
    'CO2',
    'USA',
    'NASA',
    '3 km',
    '10 kg, 5 GB',
    'x = 5',
    'COVID-19',
    'Angela Merkel',
    '!?',
  ])('%s is the voice’s language', (text) => {
    for (const voice of ['de', 'zh', 'pt'] as const) expect(detectLanguage(text, voice)).toEqual({ language: voice });
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
