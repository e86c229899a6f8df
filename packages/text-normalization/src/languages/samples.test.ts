import { LANGUAGE_CODES } from '@ownvoice/shared/contract/languages';
import { differences, readSamples } from '@ownvoice/shared/testing';
import { describe, expect, test } from 'vitest';
import { normalizeText } from '../normalize.js';

describe.each(Object.entries(LANGUAGE_CODES))('%s text', (name, language) => {
  const groups = readSamples(new URL(`./samples/${name.toLowerCase()}.json`, import.meta.url));
  test.each(Object.entries(groups))('is spoken as its samples say: %s', (_group, samples) => {
    expect(differences(Object.entries(samples), (written) => normalizeText(written, language))).toEqual([]);
  });
});
