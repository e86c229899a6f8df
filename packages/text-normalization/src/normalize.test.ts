import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { cpuSeconds, hostileTexts } from '@ownvoice/shared/testing';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { normalizeText, VERBALIZERS } from './normalize.js';

const LANGUAGES = Object.keys(VERBALIZERS) as LanguageCode[];
const anyLanguage = fc.constantFrom(...LANGUAGES);

describe('the spoken form', () => {
  test('has no digits for a voice that reads none, whatever the numbers in a text', () => {
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
        expect(normalizeText(parts.join(''), language, 'spoken')).not.toMatch(/\p{Nd}/u);
      }),
      { numRuns: 2_000 },
    );
  });

  /** Words of no language, each before what is spoken for certain or stays. */
  const WORDS = ['zab', 'Le', 'Vil', 'Tanvo', 'привет', '你好', 'こん', '안녕'];
  const CERTAIN =
    `10:30|31.12.2024|1.2.3.4|+49 30 123456|1,000,000|007|½|12th|$5|5 €|-7|3/4|5-10|5 km|50%|2:1|7-6(5)|1:30:05|+3 °C|1990|
    2024-05-17|3 x 4|§ 5|10 - 3|#5`.split(/\|\s*/u);
  const IDENTIFIERS = ['B-1207', 'a_1.txt', 'SKU-00417-B', 'lista[0]', '3fa85f64'];
  const sentence = (numbers: readonly string[]) =>
    fc.record({
      parts: fc.array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...numbers)), { maxLength: 5 }),
      separator: fc.constantFrom(' ', ', ', '. '),
    });

  test('has no digits where all numbers are certain', () => {
    fc.assert(
      fc.property(sentence(CERTAIN), anyLanguage, ({ parts, separator }, language) => {
        expect(normalizeText(parts.flat().join(separator), language)).not.toMatch(/\p{Nd}/u);
      }),
    );
  });

  test('neither loses nor adds a word, and keeps what names a thing', () => {
    const known = (text: string) =>
      text.match(/zab|Le|Vil|Tanvo|привет|你好|こん|안녕|B-1207|a_1\.txt|SKU-00417-B|lista\[0\]|3fa85f64/gu);
    fc.assert(
      fc.property(sentence([...CERTAIN, ...IDENTIFIERS]), anyLanguage, ({ parts, separator }, language) => {
        const written = parts.flat().join(separator);
        expect(known(normalizeText(written, language))).toEqual(known(written));
      }),
    );
  });

  test('is its own spoken form', () => {
    fc.assert(
      fc.property(sentence([...CERTAIN, ...IDENTIFIERS]), anyLanguage, ({ parts, separator }, language) => {
        const once = normalizeText(parts.flat().join(separator), language);
        expect(normalizeText(once, language)).toBe(once);
      }),
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
    const figures = [
      '3*4=',
      '12 ',
      '$5-',
      '1-',
      '1., ',
      '1 und ',
      '5 и ',
      '1 1/',
      '10:30 ',
      'DE89 ',
      '24./',
      '-5 ',
      'a1b2-',
      'A-1-',
      '/a1',
      'XIV IX ',
      '1.2.',
    ];
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
    const shared = numbers.flatMap((value) => {
      const words = verbalizer.cardinal(value);
      const other = heard.get(words);
      heard.set(words, value);
      return other === undefined ? [] : [`${words}: ${other} and ${value}`];
    });
    expect(shared).toEqual([]);
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
    const upTo = (length: number) => Array.from({ length }, (_, index) => index);
    const names = [
      ...upTo(12).flatMap((month) => upTo(31).map((day) => verbalizer.date(undefined, month + 1, day + 1))),
      ...upTo(24 * 60).map((minute) => verbalizer.time(Math.floor(minute / 60), minute % 60, minute % 60)),
      ...upTo(2099).map((year) => verbalizer.year(year + 1)),
    ];
    expect(names.filter((name) => /undefined|\d/u.test(name))).toEqual([]);
  });
});

describe('normalization', () => {
  test.each(LANGUAGES)('attack 46: a second text of %s makes no formatter, whose memory would stay', (language) => {
    const text =
      'On Mon at 3:30 pm and 15:45 h it was 5 km for $5.00, 3 items, 12,000,000 people, 2024-05-01. Mo, Lu, 月.';
    normalizeText(text, language);
    const made = (['NumberFormat', 'DateTimeFormat', 'PluralRules', 'Segmenter'] as const).map((name) =>
      vi.spyOn(Intl, name),
    );
    normalizeText(text, language);
    expect(made.flatMap(({ mock }) => mock.calls)).toEqual([]);
    vi.restoreAllMocks();
  });
});
