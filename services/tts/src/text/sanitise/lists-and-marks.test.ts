import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { describe, expect, test } from 'vitest';
import { sanitise } from './sanitise.js';

describe('every item of a list is a sentence', () => {
  test.each<[LanguageCode, string, string]>([
    ['en', '• milk\n• bread', 'milk. bread'],
    ['en', '• milk • bread • eggs', 'milk. bread. eggs'],
    ['en', 'Home • About • Contact', 'Home. About. Contact'],
    ['de', '– Brot\n– Käse', 'Brot. Käse'],
    ['fr', '— Oui\n— Non', 'Oui. Non'],
    ['ru', '— Привет\n— Пока', 'Привет. Пока'],
    ['en', '1) open\n2) close', '1) open. 2) close'],
    ['en', 'Do this: 1) open 2) close', 'Do this: 1) open. 2) close'],
    ['en', 'We need 1) milk, 2) bread and 3) eggs.', 'We need 1) milk, 2) bread and 3) eggs.'],
    ['de', '1) öffnen 2) schließen', '1) öffnen. 2) schließen'],
    ['en', '(1) open\n(2) close', '(1) open. (2) close'],
    ['es', 'a) abrir\nb) cerrar', 'a) abrir. b) cerrar'],
    ['zh', '①打开\n②关闭', '1 打开。 2 关闭'],
    ['zh', '步骤：①打开②关闭', '步骤：1 打开。 2 关闭'],
    ['zh', '一、打开\n二、关闭', '一、打开。二、关闭'],
    ['ja', '・りんご\n・みかん', 'りんご。みかん'],
    ['ja', '■特徴\n■概要', '特徴。概要'],
    ['ko', '● 우유\n● 빵', '우유. 빵'],
    ['it', '▪ latte\n▪ pane', 'latte. pane'],
    ['pt', '✔ leite\n✔ pão', 'leite. pão'],
    ['en', '1️⃣ open\n2️⃣ close', '1 open. 2 close'],
    ['en', '🎉 party\n🎈 balloon', 'party. balloon'],
    ['en', '[x] done\n[ ] open', 'done. open'],
    [
      'en',
      'Aim:\n2 cups flour\n1/2 tsp. salt\n3 eggs\nMix well.',
      'Aim: 2 cups flour. 1/2 tsp. salt. 3 eggs. Mix well.',
    ],
    ['de', '250 g Mehl (Type 405)\n½ TL Zimt\n3 Eier (Gr. M)', '250 g Mehl (Type 405). ½ TL Zimt. 3 Eier (Gr. M)'],
    ['en', 'He was born in\n1990 and she in the year\n1992.', 'He was born in. 1990 and she in the year. 1992.'],
    ['en', 'From: Ann\nTo: Bob\nSubject: Hi', 'From: Ann. To: Bob. Subject: Hi'],
    ['zh', '姓名：王伟\n城市：北京', '姓名：王伟。城市：北京'],
    ['de', 'Frage:\nA) Anna\nB) Bert', 'Frage: A) Anna. B) Bert'],
    ['en', '1. Aim\n1.1 Past\n1.1.1 Facts\n2. Methods', '1. Aim. 1.1 Past. 1.1.1 Facts. 2. Methods'],
    ['ko', '제1장 서론\n1.1 배경\n가. 목적', '제1장 서론. 1.1 배경. 가. 목적'],
    ['en', 'He said: "The rule\nis: never go\nthere".', 'He said: "The rule is: never go there".'],
    ['en', 'Chapter ① begins', 'Chapter 1 begins'],
    ['ja', '①と②を比べる', '1 と2 を比べる'],
    ['ja', '①は正しい\n②は誤り', '1 は正しい。 2 は誤り'],
    ['zh', '答案：①③', '答案：1 3'],
    ['zh', '①②③', '1 2 3'],
    ['zh', '答案是①②。', '答案是1 2。'],
    ['ja', '①はい\n②いいえ', '1 はい。 2 いいえ'],
    [
      'de',
      '1. Mai: Tag der Arbeit\n3. Oktober: Tag der Einheit',
      '1. Mai: Tag der Arbeit. 3. Oktober: Tag der Einheit',
    ],
    ['de', '- 1. Mai\n- 2. Juni', '1. Mai. 2. Juni'],
    ['en', '2023. We began.\n2024. We grew.', '2023. We began. 2024. We grew.'],
    ['en', '>3 people\n>5 people', '>3 people. >5 people'],
    ['en', '>Hello\n>3 people came', 'Hello. 3 people came'],
    ['en', '1. Boil\n2. Stir\n\nGo back to step 2.', '1. Boil. 2. Stir. Go back to step 2.'],
    ['en', 'Let’s\n🎉 party', 'Let’s. party'],
  ])('%s: %j', (language, input, said) => {
    expect(sanitise(input, language).text).toBe(said);
  });
});

describe('marks of emphasis in words are collapsed', () => {
  test.each<[LanguageCode, string, string]>([
    ['es', '¡¡¡Hola!!!', '¡Hola!'],
    ['es', '¿¿¿Qué???', '¿Qué?'],
    ['es', '¡¿Qué?!', '¡¿Qué?!'],
    ['ru', 'Привет)))', 'Привет'],
    ['ru', 'Привет))) Как дела?', 'Привет Как дела?'],
    ['ru', 'Привет :))) Как дела?', 'Привет Как дела?'],
    ['ru', 'Спасибо) Увидимся!)', 'Спасибо Увидимся!'],
    ['ru', 'Жаль(((', 'Жаль'],
    ['ru', 'Это (правда)) он (так (сказал)))', 'Это (правда)) он (так (сказал)))'],
    ['ru', 'пункт а) и пункт б)', 'пункт а) и пункт б)'],
    ['en', 'f(g(h(x)))', 'f(g(h(x)))'],
    ['ru', 'Привет! Норм(', 'Привет! Норм'],
    ['fr', 'Le XVIIIe siècle, la IIIe République, XXXème', 'Le XVIIIe siècle, la IIIe République, XXXème'],
    ['ru', 'длинношеее животное, нееет', 'длинношеее животное, нееет'],
    ['en', 'IIIB, СССР, IEEE, viii, ::ffff, sooo, soooo', 'IIIB, СССР, IEEE, viii, ::ffff, sooo, soo'],
  ])('%s: %j', (language, input, said) => {
    expect(sanitise(input, language).text).toBe(said);
  });
});

describe('character references are read', () => {
  test.each([
    ['Tom &amp; Jerry &#8211; &quot;fun&quot;', 'Tom & Jerry – "fun"'],
    ['caf&eacute; &#x263A; &hearts; &nbsp;ol&eacute;', 'café olé'],
    ['| a&#124;b | &frac12; | c |\n|---|---|---|', 'a|b, ½, c'],
    ['# R&amp;D\n\n[x &lt; y](u)', 'R&D. x < y'],
    ['5<sup>th</sup> and AT&T; and &unknown;', '5th and AT&T; and &unknown;'],
    ['&#0; &#xD800; &#55296; &#9999999;', ''],
    ['&lt;b&gt; and &#42;&#42;x&#42;&#42;', '<b> and x'],
  ])('%j', (input, said) => {
    expect(sanitise(input, 'en').text).toBe(said);
  });
});
