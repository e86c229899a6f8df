import { readFileSync } from 'node:fs';
import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { differences } from '@ownvoice/shared/testing';
import { describe, expect, test } from 'vitest';
import { sentences } from './sentences.js';

/** Paragraphs by language; ¦ stands between sentences. */
const SAMPLES: Readonly<Record<string, string[]>> = JSON.parse(
  readFileSync(new URL('./samples.json', import.meta.url), 'utf8'),
);

describe('a paragraph', () => {
  test.each(Object.entries(SAMPLES))('is divided into the sentences of its language: %s', (code, paragraphs) => {
    const language = code as LanguageCode;
    const divided = (sample: string) => {
      const paragraph = sample.replaceAll(' ¦ ', language === 'zh' || language === 'ja' ? '' : ' ');
      return sentences(paragraph, language)
        .map(({ start, end }) => paragraph.slice(start, end).trim())
        .join(' ¦ ');
    };
    expect(
      differences(
        paragraphs.map((sample) => [sample, sample] as const),
        divided,
      ),
    ).toEqual([]);
  });

  test('is covered by its sentences, in order', () => {
    for (const [language, paragraphs] of Object.entries(SAMPLES)) {
      for (const paragraph of paragraphs) {
        const spans = sentences(paragraph, language as LanguageCode);
        expect(spans.map(({ start, end }) => paragraph.slice(start, end)).join('')).toBe(paragraph);
      }
    }
  });

  test('without a letter after the mark ends there', () => {
    expect(sentences('Done. ', 'en')).toEqual([{ start: 0, end: 6 }]);
    expect(sentences('', 'en')).toEqual([]);
  });
});
