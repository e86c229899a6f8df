import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { describe, expect, test } from 'vitest';
import { prepareText } from '../prepare.js';
import { Lexicon, type Pronunciation } from './pronunciations.js';

type Entries = Readonly<Record<string, string>>;
const entries = (says: Entries): Pronunciation[] => Object.entries(says).map(([text, say]) => ({ text, say }));
function spoken(
  input: string,
  language: LanguageCode,
  pronunciations: readonly Pronunciation[] | undefined,
  lexicon: Entries = {},
) {
  const prepared = prepareText(
    input,
    { voiceLanguage: language, language, pronunciations },
    new Lexicon(entries(lexicon)),
  );
  return prepared.kind === 'speakable' ? prepared.text : prepared.kind;
}

describe('a pronunciation', () => {
  test.each<[string, LanguageCode, string, Entries, string]>([
    ['replaces whole words', 'en', 'Qwen, Qwen3, my_Qwen, Qwen’s', { Qwen: 'chwen' }, 'chwen, Qwen3, my_Qwen, chwen’s'],
    ['in lower case stands for any case', 'en', 'NASA, Nasa, nasa', { nasa: 'Nassa' }, 'Nassa, Nassa, Nassa'],
    ['with a capital stands for itself', 'en', 'US gave us', { US: 'U. S.' }, 'U. S. gave us'],
    [
      'as it is written wins over lower case',
      'en',
      'Polish, polish',
      { polish: 'pollish', Polish: 'Poalish' },
      'Poalish, pollish',
    ],
    [
      'may be a phrase, and the longest holds',
      'en',
      'New York and New Wave',
      { New: 'Nu', 'New York': 'Noo Yawk' },
      'Noo Yawk and Nu Wave',
    ],
    ['is not applied to what has been replaced', 'en', 'a b', { a: 'b', b: 'a' }, 'b a'],
    ['may hold what it replaces', 'en', 'Qwen', { Qwen: 'the Qwen' }, 'the Qwen'],
    ['may end in marks', 'de', 'C++ und C', { 'C++': 'Zeh plus plus', C: 'Zeh' }, 'Zeh plus plus und Zeh'],
    ['is applied after cleaning', 'en', '**Qwen** 🎉 Ｑｗｅｎ', { Qwen: 'chwen' }, 'chwen chwen'],
    ['is cleaned itself', 'en', 'Qwen', { Ｑｗｅｎ: 'ch\u0000wen\n🎉 [pause 2s]' }, 'chwen'],
    [
      'may have either apostrophe',
      'en',
      "O’Brien, O'Brien, don’t",
      { "O'Brien": 'oh bryan', 'don’t': 'doant' },
      'oh bryan, oh bryan, doant',
    ],
    [
      'is found behind longer ones that the text only begins',
      'en',
      'a b c',
      { a: '1', 'a b c d': '2', 'a b x': '3' },
      '1 b c',
    ],
    [
      'says no markup',
      'en',
      'Qwen speaks.',
      { Qwen: '**chwen** _as_ `it` <b>is</b> (laughs)' },
      'chwen as it is speaks.',
    ],
    ['may be one in German', 'de', 'Der Qwen-Test', { qwen: 'kwenn' }, 'Der kwenn-Test'],
    ['may be one in French', 'fr', 'L’Opéra', { Opéra: 'opera' }, 'L’opera'],
    ['may be one in Spanish', 'es', '¿Qwen?', { qwen: 'cuén' }, '¿cuén?'],
    ['may be one in Italian', 'it', 'l’Qwen è', { qwen: 'cuen' }, 'l’cuen è'],
    ['may be one in Portuguese', 'pt', 'São Qwen.', { são: 'sam' }, 'sam Qwen.'],
    ['may be one in Russian', 'ru', 'Квен и Квены', { квен: 'чвен' }, 'чвен и Квены'],
    [
      'is a word of the dictionary in Chinese',
      'zh',
      '银行不行，我在重庆。',
      { 行: '航', 重庆: '崇庆' },
      '银行不行，我在崇庆。',
    ],
    ['is a word of the dictionary in Japanese', 'ja', '東京都と京都。', { 京都: 'きょうと' }, '東京都ときょうと。'],
    ['may stand before a particle in Korean', 'ko', '큐웬은 큐웬 큐웬모델', { 큐웬: '츄엔' }, '츄엔은 츄엔 큐웬모델'],
    ['ends where the script changes', 'ja', 'Qwenは', { Qwen: 'クウェン' }, 'クウェンは'],
  ])('%s', (_rule, language, input, says, expected) => {
    expect(spoken(input, language, entries(says))).toBe(expected);
  });

  test('for another language is none', () => {
    const english = [{ text: 'die', say: 'dye', language: 'en' as const }];
    expect(spoken('die Zeit', 'de', english)).toBe('die Zeit');
    expect(spoken('die young', 'en', english)).toBe('dye young');
  });

  test('of the request wins over that of the server, and the longest over both', () => {
    const server = { Qwen: 'server', 'Qwen model': 'whole' };
    expect(spoken('Qwen, Qwen model', 'en', entries({ Qwen: 'request' }), server)).toBe('request, whole');
    expect(spoken('Qwen', 'en', undefined, server)).toBe('server');
  });

  test('is none at all with an empty list, not even that of the server', () => {
    expect(spoken('Qwen', 'en', [], { Qwen: 'server' })).toBe('Qwen');
  });

  test.each<[string, LanguageCode, string, Entries, Entries]>([
    ['what it says holds its text', 'en', 'NASA meets Qwen.', { NASA: 'NASA agency', Qwen: 'the Qwen' }, {}],
    [
      'what it says holds another text',
      'en',
      'ESA, JPL.',
      { ESA: 'the space agency', agency: 'bureau' },
      { JPL: 'a lab of NASA', NASA: 'Nassa' },
    ],
    ['what it says differs in case', 'de', 'der Qwen-Test', { qwen: 'Herr Qwen' }, {}],
    ['what it says ends in marks', 'en', 'I like C, and C++.', { C: 'C (the language)', 'C++': 'C plus plus.' }, {}],
    ['it is one of the server alone', 'en', 'NASA.', {}, { NASA: 'NASA agency' }],
    ['words are not separated', 'zh', '我在重庆吃火锅。', { 重庆: '重庆市', 火锅: '重庆火锅' }, {}],
    ['what it says is cleaned', 'en', 'NASA speaks.', { NASA: '**Nassa** [pause 1s] (laughs) <b>so</b>' }, {}],
    ['what it says has an apostrophe', 'en', 'A vols.', { vols: 'vol’s vols' }, {}],
    ['a particle follows', 'ko', '큐웬은 좋다.', { 큐웬: '모델 큐웬' }, {}],
  ])('is not applied a second time to a chunk that is sent alone: %s', (_rule, language, input, says, server) => {
    const lexicon = new Lexicon(entries(server));
    const pronunciations = Object.keys(says).length === 0 ? undefined : entries(says);
    const prepare = (text: string) => prepareText(text, { voiceLanguage: language, language, pronunciations }, lexicon);
    const whole = prepare(input);
    if (whole.kind !== 'speakable') throw new Error(whole.kind);
    expect(whole.text).not.toBe(input);
    for (const { text } of whole.chunks) expect(prepare(text)).toMatchObject({ chunks: [{ text }] });
  });

  test('does not reach across a pause', () => {
    expect(spoken('New [pause 1s] York', 'en', entries({ 'New York': 'x' }))).toBe('New York');
  });

  test('does not change where sentences end', () => {
    const input = 'It is good. Qwen speaks. '.repeat(20);
    const chunks = (pronunciations: Pronunciation[]) => {
      const prepared = prepareText(input, { voiceLanguage: 'en', language: 'en', maxCharacters: 40, pronunciations });
      return prepared.kind === 'speakable' ? prepared.chunks.map(({ text }) => text) : [];
    };
    expect(chunks(entries({ Qwen: 'chwen' }))).toEqual(chunks([]).map((text) => text.replaceAll('Qwen', 'chwen')));
  });

  test('leaves each chunk as it was written beside what is spoken', () => {
    const pronunciations = entries({ Qwen: 'a very long way to say it', 'Dr. No': 'doctor no' });
    const input = 'Qwen and Qwen meet Dr. No and Qwen. So.';
    const prepared = prepareText(input, { voiceLanguage: 'en', language: 'en', maxCharacters: 15, pronunciations });
    const chunks = prepared.kind === 'speakable' ? prepared.chunks : [];
    expect(chunks.length).toBeGreaterThan(5);
    const written = chunks.map((chunk) => chunk.written ?? chunk.text).join('');
    expect(written.replaceAll(' ', '')).toBe(input.replaceAll(' ', ''));
  });

  test('texts of 20,000 characters are spoken, longer ones are refused', () => {
    const x = (say: string) => spoken('x '.repeat(100), 'en', [{ text: 'x', say }]);
    expect(x('y'.repeat(199))).toHaveLength(19_999);
    expect(x('y'.repeat(200))).toBe('too-long');
  });

  test('that has nothing to say in it may leave nothing to say', () => {
    expect(spoken('Qwen', 'en', entries({ Qwen: '🙂' }))).toBe('nothing-to-say');
  });

  test('a text with no word in the list is the same with and without it', () => {
    const input = 'One “two” — three. 你好。[x](y) *z*';
    expect(prepareText(input, { voiceLanguage: 'en', pronunciations: entries({ Qwen: 'chwen' }) })).toEqual(
      prepareText(input, { voiceLanguage: 'en' }),
    );
  });

  test('may be one of ten thousand in a lexicon', () => {
    const many = entries(Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`word${index}`, 'x'])));
    const lexicon = new Lexicon(many);
    const input = Array.from({ length: 1_200 }, (_, index) => `word${index}`).join(' ');
    const prepared = prepareText(input, { voiceLanguage: 'en', language: 'en' }, lexicon);
    expect(prepared.kind === 'speakable' && prepared.text).toBe('x '.repeat(1_200).trim());
  });
});
