import { VOICE_ALIASES, VOICES } from '@ownvoice/shared/contract/voices';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkpointVoices, findVoice } from './voices.js';

describe('a voice', () => {
  test('the pre-built voices are nine, in the published order, with lower-case ids', () => {
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
    'the unknown voice %j is never replaced by another one',
    (name) => {
      expect(findVoice(name)).toBeUndefined();
    },
  );
});

describe('the voices of a checkpoint', () => {
  const speaker = (name: string, dialect?: string) => ({ name, dialect });
  const voices = checkpointVoices([
    speaker('Speaker_Test'),
    speaker('sohee'),
    speaker('阿强', 'sichuan_dialect'),
    speaker('ryan'),
    speaker('nova'),
  ]);

  test('are those of the nine that it has, in the published order, then its others by their lower-case names', () => {
    expect(voices).toEqual([
      { id: 'ryan', name: 'Ryan', language: 'English' },
      { id: 'sohee', name: 'Sohee', language: 'Korean' },
      { id: 'speaker_test', name: 'Speaker_Test', language: 'auto' },
      { id: '阿强', name: '阿强', language: 'Chinese' },
      { id: 'nova', name: 'nova', language: 'auto' },
    ]);
  });

  test.each([
    ['SPEAKER-TEST', 'speaker_test'],
    ['alloy', 'ryan'],
    ['nova', 'nova'],
    ['vivian', 'vivian'],
    ['bob', undefined],
  ])('are found by their names, before an alias: %s is %s', (name, id) => {
    expect(findVoice(name, voices)?.id).toBe(id);
  });
});
