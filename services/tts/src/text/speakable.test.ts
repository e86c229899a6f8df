import { SPEECH_PATTERNS } from '@ownvoice/shared/contract/speech-patterns';
import { expect, test } from 'vitest';
import { prepareText } from './index.js';

const MAX_CODE_POINT = 0x1ffff;

test('the pattern of the document takes every sign that is spoken on its own', () => {
  const speakable = new RegExp(SPEECH_PATTERNS.speakable.pattern, 'u');
  const signs = Array.from({ length: MAX_CODE_POINT }, (_, at) => at + 1)
    .filter((point) => point < 0xd800 || point > 0xdfff)
    .map((point) => String.fromCodePoint(point))
    .filter((sign) => /[\p{S}\p{P}\p{M}]/u.test(sign) && !speakable.test(sign));
  expect(signs.length).toBeGreaterThan(5_000);
  const options = { language: 'en', voiceLanguage: 'en' } as const;
  expect(signs.filter((sign) => prepareText(sign, options).kind === 'speakable')).toEqual([]);
});
