import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { differences } from '@ownvoice/shared/testing';
import { expect, test } from 'vitest';
import { prepareText } from '../prepare.js';
import { sanitise } from './sanitise.js';

const ROWS: readonly (readonly [LanguageCode, string, string])[] = [
  ['en', '| Fast | ✅ |', 'Fast, yes'],
  ['en', '| ❌ | ✔️ |', 'no, yes'],
  ['en', '✓ | fast', 'yes, fast'],
  ['en', '<td>☑</td><td class="x"> ✗ </td>', 'yes, no'],
  ['en', 'Ready: ✅, tested: ❌.\nShipped: ✓', 'Ready: yes, tested: no. Shipped: yes'],
  ['en', '**Ready:** ✅', 'Ready: yes'],
  ['en', 'Light: ✅ Lock: ❌ Bell: ✅', 'Light: yes Lock: no Bell: yes'],
  ['de', 'Fertig: ✅', 'Fertig: ja'],
  ['fr', 'Prêt : ❌', 'Prêt : non'],
  ['es', 'Listo: ✅', 'Listo: sí'],
  ['it', 'Pronto: ✅', 'Pronto: sì'],
  ['pt', 'Pronto: ❌', 'Pronto: não'],
  ['ru', 'Готово: ❌', 'Готово: нет'],
  ['zh', '完成：✅', '完成：是'],
  ['ja', '完了：❌', '完了：いいえ'],
  ['ko', '완료: ✅', '완료: 예'],
  ['en', '★★★★☆ and ★★☆☆☆', '4 of 5 and 2 of 5'],
  ['de', 'Note: ⭐⭐⭐⭐⭐', 'Note: 5 von 5'],
  ['zh', '★★★☆☆', '5颗星中的3颗'],
  ['en', '10 → 20', '10 to 20'],
  ['en', '5 km ➜ 7 km, $5→$10, 20 % ⇒ 30 %', '5 km to 7 km, $5 to $10, 20 % to 30 %'],
  ['zh', '10→20', '10到20'],
  ['en', 'Paris → London ➡️ Rome', 'Paris, London, Rome'],
  ['ja', '東京→大阪', '東京、大阪'],
];

test('an answer sign has the words of the language', () => {
  const rows = ROWS.map(([language, input, expected]) => [{ language, input }, expected] as const);
  expect(differences(rows, ({ language, input }) => sanitise(input, language, true).text)).toEqual([]);
});

test('a sign that is no answer has no words', () => {
  const inputs = [
    '✅ Done',
    'Tests ✅ pass',
    'Great! ⭐⭐⭐',
    '→ next',
    'Well done: ✅ and tested',
    'Built: ✅ Done. Next: ✅ tests',
    '| ✅ yes |',
    'x -> y',
    'a ★ b',
  ];
  for (const input of inputs) expect(sanitise(input, 'en', true).text, input).toBe(sanitise(input, 'en').text);
});

test.each([
  [true, 'Ready: yes'],
  [false, 'Ready:'],
])('answer signs are spoken with normalize: %j only', (normalize, text) => {
  expect(prepareText('Ready: ✅', { voiceLanguage: 'en', language: 'en', normalize })).toMatchObject({ text });
});
