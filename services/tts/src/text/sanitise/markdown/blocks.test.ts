import { differences, readSamples } from '@ownvoice/shared/testing';
import { expect, test } from 'vitest';
import { sanitise } from '../sanitise.js';

/** The blocks of a text, without the full stop that ends one before another. */
function blocks(source: string): string {
  const { text, ends } = sanitise(source, 'en');
  return ends
    .map(({ offset }, index) => text.slice(ends[index - 1]?.offset ?? 0, offset).trim())
    .map((block) => block.replace(/[.。]$/u, ''))
    .join(' ¶ ');
}

test.each(Object.entries(readSamples(new URL('./blocks.json', import.meta.url))))('%s', (_rule, samples) => {
  expect(differences(Object.entries(samples), blocks)).toEqual([]);
});
