import { describe, expect, test } from 'vitest';
import { type PrepareOptions, prepareText } from '../prepare.js';

function chunksOf(input: string, options: Partial<PrepareOptions> = {}) {
  const prepared = prepareText(input, { voiceLanguage: 'en', ...options });
  if (prepared.kind !== 'speakable') return prepared;
  const { chunks, silence } = prepared;
  return { ...silence, chunks: chunks.map(({ text, silenceAfter }) => [text, silenceAfter]) };
}

const MIDDLE = (seconds: number) => ({
  before: 0,
  after: 0,
  chunks: [
    ['One.', seconds],
    ['Two.', undefined],
  ],
});

describe('a pause tag', () => {
  test.each([
    ['[pause 1.5s]', 1.5],
    ['[pause 2 s]', 2],
    ['[pause 500ms]', 0.5],
    ['[PAUSE 2S]', 2],
    ['[Pause: 2 seconds]', 2],
    ['[pause=0.75 sec]', 0.75],
    ['[pause 1,5s]', 1.5],
    ['[pause 1,500ms]', 1.5],
    ['[pause 1.500 ms]', 1.5],
    ['[pause 2s](https://example.org/a)', 2],
    ['[[pause 2s]](#there)', 2],
    [`[pause ${' '.repeat(200)}2s]`, 2],
    ['[pause 3]', 3],
    ['[pause for 1 second]', 1],
    ['[ pause  2s ]', 2],
    ['[pause\n2s]', 2],
    ['[pa\u200buse 2s]', 2],
    ['\\[pause 2s\\]', 2],
    ['[[pause 2s]]', 2],
    ['［ｐａｕｓｅ　２ｓ］', 2],
    ['【pause 2s】', 2],
    ['**[pause 2s]**', 2],
    ['`[pause 2s]`', 2],
    ['"[pause 2s]"', 2],
    ['([pause 2s])', 2],
    ['[pause 2s][pause 500ms]', 2.5],
    ['\n\n[pause 2s]\n\n', 2],
    ['\n\n```\n[pause 2s]\n```\n', 2],
    ['\n- [pause 2s]\n', 2],
  ])('%j is a pause of %d s', (tag, seconds) => {
    expect(chunksOf(`One. ${tag} Two.`)).toEqual(MIDDLE(seconds));
  });

  test.each([
    ['[pause 0s]', 0.1],
    ['[pause 50ms]', 0.1],
    ['[pause -3s]', 0.1],
    ['[pause 0.1s]', 0.1],
    ['[pause 10s]', 10],
    ['[pause 10.001s]', 10],
    ['[pause 2 minutes]', 10],
    [`[pause ${'9'.repeat(200)}s]`, 10],
    ['[pause 0.5ms]', 0.1],
  ])('%s outside 0.1 to 10 s is %d s', (tag, seconds) => {
    expect(chunksOf(`One. ${tag} Two.`)).toEqual(MIDDLE(seconds));
  });

  test.each([
    '[pause two seconds]',
    '[pause 1.2.3s]',
    '[pause 1e3s]',
    '[pause NaN]',
    '[pause ∞s]',
    '[pause short]',
    '[pause]',
  ])('%s, whose duration cannot be read, is not read aloud either', (tag) => {
    expect(chunksOf(`One. ${tag} Two.`)).toEqual({ before: 0, after: 0, chunks: [['One. Two.', undefined]] });
  });

  test.each(['the [pause button] of it', '[pause the film first] and go', 'a pause 2s long', '(pause 2s)', 'pause[0]'])(
    'is not in %j',
    (text) => {
      expect(chunksOf(text)).toEqual({ before: 0, after: 0, chunks: [[text, undefined]] });
    },
  );

  test('before the first word and after the last is silence around the chunks', () => {
    expect(chunksOf('[pause 2s] Hello. [pause 1s]')).toEqual({ before: 2, after: 1, chunks: [['Hello.', undefined]] });
  });

  test.each([
    ['One, [pause 1s], two.', ['One,', 'two.']],
    ['Hello [pause 1s]. Bye.', ['Hello.', 'Bye.']],
    ['你好[pause 1s]，世界。', ['你好，', '世界。']],
    ['Dr. [pause 1s] Smith is in.', ['Dr.', 'Smith is in.']],
    ['Say it.[pause 1s]Now.', ['Say it.', 'Now.']],
  ])('leaves the marks around it in order: %j', (input, texts) => {
    expect(chunksOf(input)).toMatchObject({ chunks: texts.map((text, index) => [text, index ? undefined : 1]) });
  });

  test('alone is nothing to say', () => {
    expect(chunksOf('[pause 2s]')).toMatchObject({ kind: 'nothing-to-say' });
  });

  test('does not make a text English', () => {
    expect(prepareText('Ja. [pause 2s] Das ist gut so, mein Freund.', { voiceLanguage: 'ja' }).language).toBe('de');
  });

  test('is not a private-use character of the client', () => {
    expect(chunksOf('One.\u{f07d0} Two.')).toEqual({ before: 0, after: 0, chunks: [['One. Two.', undefined]] });
  });

  test('a chunk never reaches across a pause, however short the last one is', () => {
    expect(chunksOf('A first sentence of some length. Another one. [pause 1s] No.')).toMatchObject({
      chunks: [
        ['A first sentence of some length. Another one.', 1],
        ['No.', undefined],
      ],
    });
  });

  test('pauses of 300 s in all are spoken, more are refused', () => {
    const pauses = (count: number) => chunksOf('So. [pause 10s] '.repeat(count));
    expect(pauses(30)).toMatchObject({ after: 10 });
    expect(pauses(31)).toMatchObject({ kind: 'too-long', why: 'pauses' });
  });
});
