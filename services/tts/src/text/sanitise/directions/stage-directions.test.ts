import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { describe, expect, test } from 'vitest';
import { sanitise } from '../sanitise.js';

/** A direction that goes, what is said without it, and a remark like it that stays. */
const PAIRS: readonly (readonly [LanguageCode, goes: string, said: string, stays: string])[] = [
  ['en', '(laughs) Hello.', 'Hello.', 'He is the (laughing) man.'],
  ['en', 'Well (laughing nervously) hello.', 'Well hello.', 'He is the (laughing stock of the industry) now.'],
  ['en', 'I see. [crying softly] Go.', 'I see. Go.', 'The hall (crying babies not allowed) is open.'],
  ['en', '(singing) Hello.', 'Hello.', 'The film (singing in the rain) was good.'],
  ['en', '*panting* Wait.', 'Wait.', 'We sell clothes (pants and shirts) here.'],
  ['en', '*smiles warmly at you* Come in.', 'Come in.', 'The ocean (waves crashing on the shore) was loud.'],
  ['en', '(sighs deeply and shakes his head) No.', 'No.', 'He got it (sighs were heard everywhere).'],
  ['en', 'So [nervous laughter] yes.', 'So yes.', 'The show (a laugh track was added) is old.'],
  ['en', '(clears throat) Listen.', 'Listen.', 'The rule (clears the cache) is new.'],
  ['en', '*takes a deep breath* Okay.', 'Okay.', 'The step (takes a minute) is next.'],
  ['en', '(in a low voice) Come.', 'Come.', 'It was said (in a low-cost shop) today.'],
  ['en', '[door slams] Who is it?', 'Who is it?', 'The [door] is open.'],
  ['en', '(long pause) Fine.', 'Fine.', 'Do it (pause the film first) now.'],
  ['en', '(coughing) Sorry.', 'Sorry.', 'Take it (cough medicine) now.'],
  ['de', '(lacht) Hallo.', 'Hallo.', 'Der Mann (lacht viel und gern) ist da.'],
  ['de', 'Das (lacht) glaube ich nicht.', 'Das glaube ich nicht.', 'Der Ort (Lachen am Zürichsee) ist schön.'],
  ['de', '[seufzt tief] Gut.', 'Gut.', 'Der Film (weinende Kinder im Regen) ist alt.'],
  ['de', '*räuspert sich* Also gut.', 'Also gut.', 'Die Regel (schließt um acht) gilt.'],
  ['de', '(mit leiser Stimme) Komm.', 'Komm.', 'Das Lied (mit leiser Musik) ist neu.'],
  ['de', 'Danke. (Husten) Weiter.', 'Danke. Weiter.', 'Er ist krank (Husten). Es endete mit Beifall (Applaus).'],
  ['de', '(Applaus) Danke.', 'Danke.', 'Das Stück (Applaus für Anna) ist aus.'],
  ['fr', '(rit) Bonjour.', 'Bonjour.', 'Le mot (rit avec un t) est court.'],
  ['fr', '(il soupire profondément) Bon.', 'Bon.', 'Le film (il soupire toute la journée) est long.'],
  ['fr', '[rires] Merci.', 'Merci.', 'La scène (rires et larmes garantis) est finie.'],
  ['fr', '*hoche la tête* Oui.', 'Oui.', 'Le livre (ouvre la page deux) est là.'],
  ['fr', '(à voix basse) Viens.', 'Viens.', 'Le prix (à voix égales) est donné.'],
  ['es', '(ríe) Hola.', 'Hola.', 'El refrán (ríe quien ríe último) es viejo.'],
  ['es', '[suspira profundamente] Bien.', 'Bien.', 'La canción (suspira por mi amor) es triste.'],
  ['es', '(entre risas) Vale.', 'Vale.', 'El tema (risas y política) es nuevo.'],
  ['es', '(en voz baja) Ven.', 'Ven.', 'El verbo (en voz pasiva) es raro.'],
  ['it', '(ride) Ciao.', 'Ciao.', 'Il detto (ride bene chi ride ultimo) è vecchio.'],
  ['it', '[sospira] Bene.', 'Bene.', 'Il libro (sospira la luna) è bello.'],
  ['it', '(a bassa voce) Vieni.', 'Vieni.', 'Il prezzo (a bassa stagione) è basso.'],
  ['it', '*annuisce lentamente* Sì.', 'Sì.', 'La frase (piange il telefono) è nota.'],
  ['pt', '(rindo) Olá.', 'Olá.', 'O filme (rindo à toa em Lisboa) é bom.'],
  ['pt', '[suspira] Bem.', 'Bem.', 'A canção (suspira o vento) é triste.'],
  ['pt', '(em voz baixa) Vem.', 'Vem.', 'O verbo (em voz passiva) é raro.'],
  ['pt', '(aplausos) Obrigado.', 'Obrigado.', 'O texto (aplausos para todos eles) é meu.'],
  ['ru', '(смеётся) Привет.', 'Привет.', 'Пословица (смеётся тот, кто смеётся последним) стара.'],
  ['ru', '[тяжело вздыхает] Ладно.', 'Ладно.', 'Фильм (плачет девочка в автомате) старый.'],
  ['ru', '(тихим голосом) Иди.', 'Иди.', 'Песня (тихим вечером) красива.'],
  ['ru', '*машет рукой* Пока!', 'Пока!', 'Он (смех сквозь годы) читал.'],
  ['zh', '（笑）你好。', '你好。', '他（笑话很多）来了。'],
  ['zh', '【深深地叹气】走吧。', '走吧。', '他（开玩笑的）来了。'],
  ['zh', '（鼓掌）谢谢。', '谢谢。', '药（咳嗽药）在这里。'],
  ['zh', '（小声说）来。', '来。', '电影（沉默的羔羊）很好。'],
  ['ja', '（笑）こんにちは。', 'こんにちは。', '番組（笑点）を見た。'],
  ['ja', '【ため息】そうか。', 'そうか。', '漫才（爆笑問題）を見た。'],
  ['ja', '（手を振りながら）またね。', 'またね。', '彼（泣き虫）が来た。'],
  ['ja', '（拍手が起こる）ありがとう。', 'ありがとう。', '本（笑顔の子供）を読む。'],
  ['ko', '(웃음) 안녕하세요.', '안녕하세요.', '그(웃음이 많은 사람)는 왔다.'],
  ['ko', '[한숨을 쉬며] 그래요.', '그래요.', '약(기침 시럽)이 있다.'],
  ['ko', '*고개를 끄덕인다* 네.', '네.', '책(눈물의 여왕)을 읽다.'],
  ['en', '[upbeat music] Hello. [music]', 'Hello.', 'The film (music by Hans Zimmer) was good.'],
  ['en', '(voice breaking) Sorry. [music]', 'Sorry.', 'The show (voice of the people) ended.'],
  ['en', '(still laughing) Yes. [laughs harder]', 'Yes.', 'The prize (still life with fruit) is hers.'],
  ['de', '(leise lachend) Na gut. (zuckt mit den Schultern)', 'Na gut.', 'Das Lied (Stille Nacht) ist alt.'],
  ['fr', '(en riant) Bon. (se racle la gorge)', 'Bon.', 'Le livre (en français courant) est là.'],
  ['es', '(se ríe) Vale. (se encoge de hombros)', 'Vale.', 'La tienda (se habla inglés) abre.'],
  ['it', "*fa l'occhiolino* Ciao. (si schiarisce la voce)", 'Ciao.', 'La casa (si affitta subito) è bella.'],
  ['pt', '(ri-se) Pronto. (limpa a garganta)', 'Pronto.', 'A casa (limpa e nova) é boa.'],
  ['ru', '(со смехом) Ладно. *пожимает плечами*', 'Ладно.', 'Песня (со словами Есенина) красива.'],
  ['zh', '（她笑了）好。（他叹了口气）', '好。', '今天（他说）不来。'],
  ['ja', '（鼻をすする）うん。', 'うん。', '本（鼻の話）を読む。'],
  ['ko', '(울면서) 네. *손을 흔든다*', '네.', '영화(침묵의 소리)를 보다.'],
];

describe('a whole aside goes, a remark stays', () => {
  test('there are at least 40 pairs, in ten languages', () => {
    expect(PAIRS.length).toBeGreaterThanOrEqual(40);
    expect(new Set(PAIRS.map(([language]) => language)).size).toBe(10);
  });

  test.each(PAIRS)('%s: %s', (language, goes, said, stays) => {
    expect(sanitise(goes, language).text).toBe(said);
    expect(sanitise(stays, language).text).toBe(stays);
  });
});

describe('how something is said, before it is said, goes', () => {
  test.each<[LanguageCode, string, string]>([
    ['en', '(softly) Hello. [excited] Yes!', 'Hello. Yes!'],
    ['en', 'ANN (angrily): No!', 'ANN : No!'],
    ['de', '(leise) Komm.', 'Komm.'],
    ['fr', '(doucement) Viens.', 'Viens.'],
    ['es', '(enfadada) No.', 'No.'],
    ['it', '(dolcemente) Vieni.', 'Vieni.'],
    ['pt', '(baixinho) Vem.', 'Vem.'],
    ['ru', '(тихо) Да.', 'Да.'],
    ['zh', '小明：（小声）来。', '小明：来。'],
    ['ja', '（優しく）はい。', 'はい。'],
    ['ko', '(조용히) 네.', '네.'],
  ])('%s: %s', (language, input, said) => {
    expect(sanitise(input, language).text).toBe(said);
  });

  test.each<[LanguageCode, string]>([
    ['en', 'Say it (softly) now.'],
    ['en', '(Finally) we left.'],
    ['de', 'Die Stufe (leise) reicht.'],
    ['zh', '音量（小声）。'],
  ])('%s: %s stays, inside a sentence', (language, input) => {
    expect(sanitise(input, language).text).toBe(input);
  });
});

describe('what is only spoken of stays', () => {
  test.each([
    'Symptoms (coughing, sneezing) vary.',
    'Feelings (laughter, tears) vary.',
    'The level (whisper) is 30 dB.',
    'The sound (a sigh) was soft.',
  ])('%s', (input) => {
    expect(sanitise(input, 'en').text).toBe(input);
  });

  test('several directions at once are directions', () => {
    expect(sanitise('(laughter, applause) Thank you. (sighs, shakes his head)', 'en').text).toBe('Thank you.');
  });
});

describe('a stressed word stays without its marks', () => {
  test.each<[LanguageCode, string, string]>([
    ['en', 'The *smiles* of children matter.', 'The smiles of children matter.'],
    ['en', 'It was *laughing* stock.', 'It was laughing stock.'],
    ['en', 'My dog *barks* at night.', 'My dog barks at night.'],
    ['en', 'Anna *laughs* at him.', 'Anna laughs at him.'],
    ['en', '*Smiles* are free.', 'Smiles are free.'],
    ['en', 'Everyone *sings* in this family.', 'Everyone sings in this family.'],
    ['en', 'Do not *cry* now.', 'Do not cry now.'],
    ['de', 'Das *Lachen* der Kinder war schön.', 'Das Lachen der Kinder war schön.'],
    ['de', 'Mein Hund *seufzt* nachts.', 'Mein Hund seufzt nachts.'],
    ['fr', 'Les *rires* des enfants étaient gais.', 'Les rires des enfants étaient gais.'],
    ['es', 'Las *risas* de los niños son bonitas.', 'Las risas de los niños son bonitas.'],
    ['it', 'Le *risate* dei bambini sono belle.', 'Le risate dei bambini sono belle.'],
    ['pt', 'As *risadas* das crianças são lindas.', 'As risadas das crianças são lindas.'],
    ['ru', 'Это был *смех* детей.', 'Это был смех детей.'],
  ])('%s: %s', (language, input, said) => {
    expect(sanitise(input, language).text).toBe(said);
  });
});

test.each<[LanguageCode, string, string]>([
  ['zh', '【揉了揉眼睛】你好。【敲门声】谁？【重要】请看。', '你好。谁？【重要】请看。'],
  ['ja', '【足音】誰？【重要】見て。', '誰？【重要】見て。'],
  ['ko', '*고개를 젓는다* 안 돼. [공지] 보세요.', '안 돼. [공지] 보세요.'],
  ['en', 'Your state: *urgent*', 'Your state: urgent'],
])('%s: a deed goes, a heading and a value stay: %s', (language, input, said) => {
  expect(sanitise(input, language).text).toBe(said);
});

test.each([
  ['- (optional) Enter a name\n- (new) Open it', '(optional) Enter a name. (new) Open it'],
  ['# *gently* Stir', 'gently Stir'],
  ['| (new) Name | *now* |\n|---|---|\n| a | b |', '(new) Name, now. a, b'],
])('a remark that begins an item, a heading or a cell is no direction: %j', (input, said) => {
  expect(sanitise(input, 'en').text).toBe(said);
});

test('a call is no direction', () => {
  const text = 'Use console.log(sighs), f(laughs) and a[smiles] here.';
  expect(sanitise(text, 'en').text).toBe(text);
});
