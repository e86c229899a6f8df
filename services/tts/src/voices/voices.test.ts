import { VOICE_ALIASES, VOICES } from '@ownvoice/shared/contract/voices';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findVoice } from './voices.js';

describe('a voice', () => {
  test('is one of nine, in the published order, with lower-case ids', () => {
    expect(VOICES.map((voice) => voice.id)).toEqual(
      'ryan aiden vivian serena uncle_fu dylan eric ono_anna sohee'.split(' '),
    );
    for (const voice of VOICES) expect(voice.id).toBe(voice.name.toLowerCase());
  });

  test('is found by id, display name or alias, whatever the case, spaces, - and _', () => {
    const names = [...VOICES.map(({ id }) => [id, id] as const), ...Object.entries(VOICE_ALIASES)];
    const spelt = fc.constantFrom(...names).chain(([name, id]) =>
      fc
        .array(fc.tuple(fc.boolean(), fc.constantFrom('', ' ', '-', '_')), {
          minLength: name.length,
          maxLength: name.length,
        })
        .map((marks) => ({
          id,
          name: [...name.replace('_', '')]
            .map((letter, at) => `${marks[at]?.[1] ?? ''}${marks[at]?.[0] ? letter.toUpperCase() : letter}`)
            .join(''),
        })),
    );
    fc.assert(fc.property(spelt, ({ id, name }) => findVoice(name)?.id === id));
  });

  test.each(['', ' ', 'rya', 'ryann', 'bob', 'constructor', '__proto__', 'unclé fu'])(
    'is never a substitute for %j',
    (name) => {
      expect(findVoice(name)).toBeUndefined();
    },
  );
});
