import { readFileSync } from 'node:fs';
import { LANGUAGE_CODES, type LanguageCode } from '@ownvoice/shared/contract/languages';
import { differences } from '@ownvoice/shared/testing';
import { expect, test } from 'vitest';
import { sanitise } from './sanitise.js';

/** By rule and language: what is spoken of each text, or texts that stay as they are. */
const SAMPLES: Readonly<Record<string, Record<string, Record<string, string> | string[]>>> = JSON.parse(
  readFileSync(new URL('./samples.json', import.meta.url), 'utf8'),
);

test.each(Object.entries(SAMPLES))('sanitised text: %s', (_rule, languages) => {
  for (const [language, samples] of Object.entries(languages)) {
    const rows = Array.isArray(samples) ? samples.map((text) => [text, text] as const) : Object.entries(samples);
    const said = (text: string) => sanitise(text, language as LanguageCode).text;
    expect(differences(rows, said), language).toEqual([]);
  }
});

test('each language has a stage direction among the samples', () => {
  const languages = Object.keys(SAMPLES['an aside that is a whole direction goes'] ?? {});
  expect(languages.sort()).toEqual(Object.values(LANGUAGE_CODES).sort());
});
