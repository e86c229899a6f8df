import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PhraseIndex } from './phrase-index.js';

const words = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b', '¤'), maxLength });

test('the longest phrase that fits is found wherever a text has one', () => {
  fc.assert(
    fc.property(fc.array(words(6), { maxLength: 12 }), words(12), fc.nat(6), (phrases, text, longest) => {
      const index = new PhraseIndex(phrases);
      for (let offset = 0; offset <= text.length; offset += 1) {
        const there = phrases.filter((phrase) => phrase && phrase.length <= longest && text.startsWith(phrase, offset));
        const expected = there.sort((one, other) => other.length - one.length)[0];
        expect(index.longestAt(text, offset, (length) => length <= longest)).toBe(expected);
      }
    }),
    { numRuns: 2_000 },
  );
});
