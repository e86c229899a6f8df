import { readFileSync } from 'node:fs';
import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { differences, readSamples } from '@ownvoice/shared/testing';
import { describe, expect, test } from 'vitest';
import { certainLanguage, detectLanguage } from './detect-language.js';

const VOICES = ['en', 'zh', 'ja'] as const;

/** ISO 639-1, or `Auto`. */
function told(text: string, voice: LanguageCode): string {
  const { language, foreign, isUnsure } = detectLanguage(text, voice);
  return isUnsure ? 'Auto' : (foreign ?? language);
}

const corpus = (name: string): { language: string; phrase: string }[] =>
  Object.entries<string[]>(JSON.parse(readFileSync(new URL(`./corpus/${name}.json`, import.meta.url), 'utf8'))).flatMap(
    ([language, phrases]) => phrases.map((phrase) => ({ language, phrase })),
  );

/** Shares of phrases that are told right and wrong; for the rest it is `Auto`. */
function shares(phrases: readonly { language: string; phrase: string }[], voice: LanguageCode) {
  const outcomes = phrases.map(({ language, phrase }) => ({ language, phrase, told: told(phrase, voice) }));
  const wrong = outcomes.filter(({ language, told }) => told !== language && told !== 'Auto');
  const right = outcomes.filter(({ language, told }) => told === language);
  return {
    right: right.length / phrases.length,
    wrong: wrong.length / phrases.length,
    mistakes: JSON.stringify(wrong),
  };
}

// Everyday phrases of three to eight words, 50 in each language, with names and loan words among them; notices, greetings
// and requests of one to eight words; and phrases in languages that are none of the ten, many of them near to one.
test.each(
  VOICES.flatMap((voice) => [
    { name: 'phrases', voice, right: 0.97, wrong: 0.015 },
    { name: 'short-phrases', voice, right: 0.96, wrong: 0.02 },
    { name: 'foreign-phrases', voice, right: 0.88, wrong: 0.08 },
  ]),
)(
  'at least $right of $name are told right, and at most $wrong wrong, whoever speaks: $voice',
  ({ name, voice, ...bounds }) => {
    const { right, wrong, mistakes } = shares(corpus(name), voice);
    expect(right).toBeGreaterThanOrEqual(bounds.right);
    expect(wrong, mistakes).toBeLessThanOrEqual(bounds.wrong);
  },
);

test('at most 4.5 % of the phrases in none of the ten languages are taken for one of the ten', () => {
  const own = new Set(corpus('phrases').map(({ language }) => language));
  const taken = corpus('foreign-phrases').filter(
    ({ phrase }) => own.has(told(phrase, 'ko')) && told(phrase, 'ko') !== 'ko',
  );
  expect(taken.length / corpus('foreign-phrases').length, JSON.stringify(taken)).toBeLessThanOrEqual(0.045);
});

test.each(Object.entries(readSamples(new URL('./corpus/samples.json', import.meta.url))))(
  'samples are in their language, whoever speaks: %s',
  (_group, samples) => {
    for (const voice of VOICES) expect(differences(Object.entries(samples), (text) => told(text, voice))).toEqual([]);
  },
);

test.each(['本日定休日', '電話', '2024年5月1日（水）', '駐車場', '5〜10km、A-Z、月〜金'])(
  '%s, which both write so, is Japanese for a Japanese voice, else Chinese',
  (text) => {
    expect(['ja', 'zh', 'en', 'ko'].map((voice) => told(text, voice as LanguageCode))).toEqual([
      'ja',
      'zh',
      'zh',
      'zh',
    ]);
    expect(certainLanguage(text)).toBeUndefined();
  },
);

test('a text of more digits than letters is not told to be in another language than the ten', () => {
  expect(detectLanguage('Tel.: +49 (0)30 1234-567, Fax: -568, Mobil: 0171/2345678', 'en').foreign).toBeUndefined();
});

describe('a certain language', () => {
  test('is one of the ten', () => {
    expect(certainLanguage('Das ist ein Satz.')).toBe('de');
    expect(certainLanguage('De kat slaapt op de bank')).toBeUndefined();
    expect(certainLanguage('H2O')).toBeUndefined();
  });
});
