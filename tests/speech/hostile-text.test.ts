import { runScenario, type Scenario } from '@ownvoice/shared/testing';
import { builtinServer, post } from '@ownvoice/tts/dist/testing/speech-server.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const LENGTH = 10_000;
const fill = (unit: string) => [...unit.repeat(LENGTH)].slice(0, LENGTH).join('');

/** Texts of exactly 10,000 characters that are made to hurt, and whether anything in them can be spoken. */
const TEXTS: readonly (readonly [name: string, text: string, speakable: boolean])[] = [
  ['astral emoji', fill('😀🎉🦄'), false],
  ['families of emoji', fill('👩‍👩‍👧‍👦'), false],
  ['flags', fill('🇩🇪🇫🇷'), false],
  ['combining marks on one letter', fill(`a${'\u0301'.repeat(LENGTH)}`), true],
  ['nothing but combining marks', fill('\u0301'), false],
  ['asterisks', fill('***'), false],
  ['opening brackets', fill('['), false],
  ['nested brackets around a word', `${'['.repeat(4_998)}word${']'.repeat(4_998)}`, true],
  ['nested parentheses around a word', `${'('.repeat(4_998)}word${')'.repeat(4_998)}`, true],
  ['one long word', fill('abcdefghij'), true],
  ['one letter', fill('a'), true],
  ['right-to-left text', fill('مرحبا بالعالم. '), true],
  ['overrides of the direction', fill('\u202Eabc\u202C '), true],
  ['zero-width characters', fill('\u200B\u200D\uFEFF'), false],
  ['quotes within quotes', `${'>'.repeat(5_000)}${'a '.repeat(2_500)}`, true],
  ['backtick towers', fill('```````` '), false],
  ['white space', fill(' \n\t\u3000'), false],
  ['NULs', fill('\0'), false],
  ['words between NULs', fill('word\0 '), true],
  ['lone surrogates', fill('\udc00'), false],
  ['words between lone surrogates', fill('word \udc00'), true],
  ['digits', fill('1234567890'), true],
  ['full stops', fill('.'), false],
  ['an endless table', fill('|a'), true],
];

let server: Awaited<ReturnType<typeof builtinServer>>;
beforeAll(async () => {
  server = await builtinServer();
});
afterAll(() => server.close());

describe('10,000 characters of', () => {
  test.each(TEXTS)('%s are cut into chunks, or refused', async (_name, input, speakable) => {
    expect([...input]).toHaveLength(LENGTH);
    const answer = await post(server.base, '/v1/text/chunks', { input });
    expect(answer.status).toBe(speakable ? 200 : 400);
    if (!speakable) return;
    const { chunks } = (await answer.json()) as { chunks: { text: string; characters: number }[] };
    for (const chunk of chunks) {
      expect([...chunk.text].length).toBe(chunk.characters);
      expect(chunk.characters).toBeLessThanOrEqual(500);
      expect(chunk.text.isWellFormed()).toBe(true);
    }
  });
});

/** As many as a chunk has at most. */
describe('five hundred characters of', () => {
  test.each(TEXTS)('%s are spoken, or refused', async (_name, text, speakable) => {
    const middle = text.slice(LENGTH / 2 - 250, LENGTH / 2 + 250).toWellFormed();
    const answer = await post(server.base, '/v1/audio/speech', { input: middle });
    expect(speakable ? [200, 400] : [400]).toContain(answer.status);
    await answer.arrayBuffer();
    expect((await fetch(`${server.base}/ready`)).status).toBe(200);
  });
});

describe('control characters and lone surrogates are dropped', () => {
  test.each([
    ['a\0b', 'ab'],
    ['half a pair \ud83d', 'half a pair'],
  ])('from %j', async (input, said) => {
    const preview = await post(server.base, '/v1/text/chunks', { input });
    expect(await preview.json()).toMatchObject({ text: said });
    expect((await post(server.base, '/v1/audio/speech', { input })).status).toBe(200);
  });

  const NOTHING_LEFT: Scenario[] = ['\0'.repeat(100), '\udc00'].map((input) => ({
    name: `and nothing is left of ${JSON.stringify(input.slice(0, 2))}`,
    method: 'POST',
    path: '/v1/audio/speech',
    body: { input },
    status: 400,
  }));
  for (const scenario of NOTHING_LEFT) test(scenario.name, () => runScenario(server.base, scenario));
});
