import type { Language } from '@ownvoice/shared/contract/languages';
import { describe, expect, test } from 'vitest';
import { Frontend } from './frontend.js';

const frontend = new Frontend();
const runs = async (text: string, language: Language) =>
  (await frontend.process(text, language)).map((run) => `${run.language}:${run.text}`).join('|');

describe('the text sent to the synthesizer', () => {
  test.each<[Language, string]>([
    ['English', 'On 3 May 2024 it cost $5.00, that is 50% off 10 km.'],
    ['Chinese', '2024年5月3日，价格是50%，共10公里。'],
    ['Japanese', '2024年5月3日、値段は50%、10kmです。'],
    ['Korean', '2024년 5월 3일, 50% 할인, 10km입니다.'],
    ['German', 'Am 3. Mai 2024 kostete es 5,00 €, also 50 % von 10 km.'],
    ['French', 'Le 3 mai 2024, cela coûtait 5,00 €, soit 50 % de 10 km.'],
    ['Spanish', 'El 3 de mayo de 2024 costaba 5,00 €, el 50 % de 10 km.'],
    ['Italian', 'Il 3 maggio 2024 costava 5,00 €, il 50% di 10 km.'],
    ['Portuguese', 'Em 3 de maio de 2024 custava 5,00 €, 50% de 10 km.'],
    ['Russian', '3 мая 2024 года это стоило 5,00 €, 50 % от 10 км.'],
  ])('%s: no digit and no sign is left', async (language, text) => {
    expect(await runs(text, language)).not.toMatch(/[\d%€$]/u);
  });

  test('Japanese is in kana, and foreign words are in the language of their script', async () => {
    expect(await runs('今日はGoogleで3人と東京へ。', 'Japanese')).toBe(
      'ja:キョーワ|en-us:Google|ja:デ サンニント トーキョーエ。',
    );
    expect(await runs('They say ありがとう in 東京.', 'English')).toMatch(
      /^en-us:They say \|ja:アリガトー\|en-us:in \|cmn:東京\.$/,
    );
  });
});
