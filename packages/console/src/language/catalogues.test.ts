import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { describe, expect, test } from 'vitest';
import accountsGerman from '../accounts/messages/de.js';
import accountsEnglish from '../accounts/messages/en.js';
import accountsJapanese from '../accounts/messages/ja.js';
import accountsChinese from '../accounts/messages/zh.js';
import speechGerman from '../speech/messages/de.js';
import speechEnglish from '../speech/messages/en.js';
import speechJapanese from '../speech/messages/ja.js';
import speechChinese from '../speech/messages/zh.js';
import type { Messages } from './messages.js';

const CATALOGUES = [
  { name: 'accounts de', english: accountsEnglish, messages: accountsGerman },
  { name: 'accounts zh', english: accountsEnglish, messages: accountsChinese },
  { name: 'accounts ja', english: accountsEnglish, messages: accountsJapanese },
  { name: 'speech de', english: speechEnglish, messages: speechGerman },
  { name: 'speech zh', english: speechEnglish, messages: speechChinese },
  { name: 'speech ja', english: speechEnglish, messages: speechJapanese },
];

/** What is written in a text as it stands, in every language: `[pause 1s]`. */
const TAGS = /\[pause[^\]]*\]/g;
/** Names, formats, units and keys, which are the same in every language. */
const NAMES =
  /name@example\.org|\b(Ownvoice|GitHub|HTTPS|HTTP|UTF-8|localhost|API|UTC|IP|CSV|EPUB|Markdown|WAV|MP3|FLAC|Ogg|WebM|MB|QR|PIN|NVIDIA GPU|HTTPS_PROXY|HF_ENDPOINT|GB|Mbit|Ctrl|Enter|min|s|h)\b|Ctrl\+Enter|--voice-library|npm run model/g;
/** The words of German that are also English. */
const SHARED_WITH_GERMAN = new Set(['Text', 'Position', 'Engine', 'Status', 'Passkeys', 'Clip {n, number}']);
const ENGLISH_WORDS = /\b(the|and|of|to|is|are|your|this|that|with|not|by|or|has|it|on|at|from|for|no)\b/i;

function* leavesOf(messages: Messages, path = ''): Generator<readonly [path: string, message: string]> {
  for (const [key, value] of Object.entries(messages)) {
    const next = path === '' ? key : `${path}.${key}`;
    if (typeof value === 'string') yield [next, value];
    else yield* leavesOf(value, next);
  }
}

/** The names and kinds of a message's arguments, sorted: `total plural`. */
function argumentsOf(message: string): string[] {
  const found = new Set<string>();
  const visit = (tokens: readonly unknown[]) => {
    for (const token of tokens) {
      if (!Array.isArray(token)) continue;
      const [name, kind = '', cases] = token as [string, string?, unknown?];
      found.add(`${name} ${kind}`);
      if (typeof cases === 'object' && cases !== null) visit(Object.values(cases).filter(Array.isArray).flat(1));
    }
  };
  visit(compileMessageOrThrow(message));
  return [...found].sort();
}

/** What a reader sees of a message, without its arguments. */
const wordsOf = (message: string) => message.replaceAll(/\{\w+(, \w+(, other)?)?\}?|\b(one|other) \{/g, ' ');

describe.each(CATALOGUES)('the catalogue $name', ({ english, messages }) => {
  const translated = new Map(leavesOf(messages));
  const original = [...leavesOf(english)];

  test('has the keys of the English one, in the same order', () => {
    expect([...translated.keys()]).toEqual(original.map(([key]) => key));
  });

  test('takes the same arguments in each message', () => {
    for (const [key, message] of original) {
      expect(argumentsOf(translated.get(key) ?? ''), key).toEqual(argumentsOf(message));
    }
  });

  test('leaves nothing in English but names', () => {
    const isGerman = messages === accountsGerman || messages === speechGerman;
    for (const [key, message] of translated) {
      const words = wordsOf(message).replaceAll(TAGS, ' ').replaceAll(NAMES, ' ');
      if (isGerman) {
        expect(words, key).not.toMatch(ENGLISH_WORDS);
        const same = message === new Map(original).get(key) && /\p{L}/u.test(words);
        if (same) expect(SHARED_WITH_GERMAN, key).toContain(message);
      } else {
        expect(words, key).not.toMatch(/[A-Za-z]/);
      }
    }
  });
});
