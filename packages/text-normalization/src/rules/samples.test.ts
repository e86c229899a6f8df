import { readdirSync } from 'node:fs';
import { LANGUAGE_CODES, type Language } from '@ownvoice/shared/contract/languages';
import { differences, readSamples } from '@ownvoice/shared/testing';
import { describe, expect, test } from 'vitest';
import { normalizeText } from '../normalize.js';

const folder = new URL('./samples/', import.meta.url);
const kinds = readdirSync(folder).map((file) => file.replace('.json', ''));

describe.each(kinds)('%s', (kind) => {
  const samples = readSamples(new URL(`${kind}.json`, folder));
  test.each(Object.keys(LANGUAGE_CODES) as Language[])('are spoken in %s', (language) => {
    const rows = Object.entries(samples[language] ?? {});
    expect(rows.length).toBeGreaterThan(0);
    expect(differences(rows, (written) => normalizeText(written, LANGUAGE_CODES[language]))).toEqual([]);
  });
});
