import { describe, expect, test } from 'vitest';
import { prepareText } from './prepare.js';
import { voiceSections } from './voice-tags.js';

const sections = (input: string) => voiceSections(input).map(({ voice = '', text }) => [voice, text.trim()]);

describe('a voice tag', () => {
  test.each([
    [
      'at the start of the text',
      '[voice: Ryan] Hello.',
      [
        ['', ''],
        ['Ryan', 'Hello.'],
      ],
    ],
    [
      'at the start of a line',
      'Hello\n[voice: Ryan] Hi',
      [
        ['', 'Hello'],
        ['Ryan', 'Hi'],
      ],
    ],
    [
      'at the start of a sentence',
      'Hello. [voice: Ryan] Hi',
      [
        ['', 'Hello.'],
        ['Ryan', 'Hi'],
      ],
    ],
    [
      'after a quotation',
      '“Hello!” [Voice:ryan]Hi',
      [
        ['', '“Hello!”'],
        ['ryan', 'Hi'],
      ],
    ],
    [
      'in East Asian text',
      '你好。［voice：Vivian］好的',
      [
        ['', '你好。'],
        ['Vivian', '好的'],
      ],
    ],
    [
      'of an item',
      '1. [voice: Ryan] Hi',
      [
        ['', '1.'],
        ['Ryan', 'Hi'],
      ],
    ],
    [
      'behind a pause',
      'So\n[pause 1s] [voice: Ryan] Hi',
      [
        ['', 'So\n[pause 1s]'],
        ['Ryan', 'Hi'],
      ],
    ],
    [
      'of HTML',
      '<p>[voice: Ryan] Hi</p>',
      [
        ['', '<p>'],
        ['Ryan', 'Hi</p>'],
      ],
    ],
    [
      'directly behind another',
      '[voice: Ryan][voice: Eric] Hi',
      [
        ['', ''],
        ['Ryan', ''],
        ['Eric', 'Hi'],
      ],
    ],
    [
      'without a name',
      '[voice: Ryan] Hi. [voice] Bye',
      [
        ['', ''],
        ['Ryan', 'Hi.'],
        ['', 'Bye'],
      ],
    ],
  ])('counts %s', (_where, input, expected) => {
    expect(sections(input)).toEqual(expected);
  });

  test.each([
    ['within a sentence', 'Hello [voice: Bob] there', 'Hello   there'],
    ['behind one of those', 'Hello [voice: Bob][voice: Eve] there', 'Hello    there'],
  ])('is removed %s', (_where, input, expected) => {
    expect(sections(input)).toEqual([['', expected]]);
  });

  test.each(['[voice actor] Hi', '[voices: Ryan] Hi', 'arr[voice]', '[invoice: 7] Hi'])(
    'is not what %s has',
    (input) => {
      expect(sections(input).flat().join('')).toContain(input === 'arr[voice]' ? 'arr' : input);
    },
  );

  test('is found in time that grows with the text, among ten thousand characters of anything', () => {
    // A word behind what could be read as tags or as marks leaves no other reading to be tried.
    const marks = ['<>', '[pause]', '. ', '1) ', '"', '<p>'].map((mark) => `${mark.repeat(60)}x[voice: a]`);
    for (const unit of [...marks, '[voice:', '[voice: a]', 'x [voice: a]', '[pause', '<', '1.[voice]', '"""[voice]'])
      expect(voiceSections(unit.repeat(Math.ceil(10_000 / unit.length))).length).toBeGreaterThan(0);
  });
});

describe('a text with voice tags', () => {
  const prepare = (input: string, voiceTags = true) =>
    prepareText(input, { voiceLanguage: 'en', normalize: true, voiceTags });

  test('has a chunk for each turn, with a pause between two and the pauses that are asked for', () => {
    expect(prepare('Hello. [voice: Ryan] Hi. [pause 2s]\n[voice] Bye. [voice: Eric] It is 5.')).toMatchObject({
      text: 'Hello. Hi. Bye. It is five.',
      chunks: [
        { text: 'Hello.', pauseAfter: 'paragraph' },
        { text: 'Hi.', voice: 'Ryan', silenceAfter: 2 },
        { text: 'Bye.' },
        { text: 'It is five.', written: 'It is 5.', voice: 'Eric', pauseAfter: 'none' },
      ],
    });
  });

  test('says nothing of a turn without words', () => {
    expect(prepare('[voice: Ryan] [voice: Eric] Hi. [voice: Ryan]')).toMatchObject({
      chunks: [{ text: 'Hi.', voice: 'Eric' }],
    });
    expect(prepare('[voice: Ryan] *** [voice] --').kind).toBe('nothing-to-say');
  });

  test('never reads a tag aloud where voices do not change', () => {
    expect(prepare('[voice: Ryan] Hi. [voice] Bye.', false)).toMatchObject({
      chunks: [{ text: 'Hi. Bye.' }],
    });
  });

  test('has no more pauses than one without', () => {
    expect(prepare('[voice: Ryan] Hi. [pause 10s] '.repeat(31))).toMatchObject({ kind: 'too-long', why: 'pauses' });
  });
});
