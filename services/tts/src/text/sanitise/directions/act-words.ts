import type { LanguageCode } from '@ownvoice/shared/contract/languages';

/** What a speaker does or a listener hears: beginnings of words, at most thirty for each language; and how its verbs end. */
const WORDS: Readonly<Partial<Record<LanguageCode, readonly [beginnings: string, verbs: string]>>> = {
  en: [
    `laugh chuckl giggl voice sigh cough snee sniff sob cry gasp groan growl grunt whisper mutter shout
    scream smil grin nod shrug wav wink yawn clap applau pauses silence music`,
    's ing',
  ],
  de: [
    `lach kicher grins lächel seufz hust nies schluchz wein stöhn keuch knurr brumm flüster murmel schrei nick zuck
    zwinker wink gähn räusper klatsch applau beifall pause stille schweig musik summ`,
    't nd',
  ],
  fr: [
    `rit rire riant rient rican glouss soupir touss toux pleur sanglot gémi grogn chuchot murmur cri hurl souri hoche
    acquiesce hauss racle bâill applau siffl fredonn pause silence musique chant`,
    't e nt s',
  ],
  es: [
    `ríe ríen riendo riéndose risa carcajad suspir tose tos toser llor solloz gime grit susurr murmur sonrí asient
    encog carraspe guiñ bostez aplau silb tarare pausa silencio música`,
    'e a n s ndo',
  ],
  it: [
    `ride ridono ridendo risat sogghign sospir toss starnut piang singhiozz gem grid sussurr mormor sorri annui
    schiari stringe occhiolino sbadigli applau fischi canticchi pausa silenzio musica`,
    'e a o ndo',
  ],
  pt: [
    `ri rindo risada riso gargalh suspir toss espirr chor soluç gem grit sussurr murmur sorri acen limpa encolh pisca
    bocej aplau palm assobi cantarol pausa silêncio música`,
    'i e a m s ndo',
  ],
  ru: [
    `сме хихик хохо усмех ухмыл вздох вздых кашл чиха плач рыда всхлип стон шеп крич бормо улыб кива пожим машет маша
    подмиг откашл зева аплод хлопа пауза молч тишина музыка`,
    'т я сь',
  ],
  ko: [
    '웃 폭소 미소 한숨 기침 헛기침 재채기 울 흐느 울먹 눈물 신음 속삭 중얼 외치 소리치 비명 끄덕 흔들 흔든 윙크 하품 박수 침묵 휴지 정적 인사 노래 음악',
    '며 서 다 고 음',
  ],
};
const ACTS = new Map(
  Object.entries(WORDS).map(([language, [beginnings, verbs]]) => [
    language,
    { beginnings: beginnings.split(/\s+/u), verbs: verbs.split(' ') },
  ]),
);

/** Whether a lower-case word names an act, or a sound that is heard. */
export const isAct = (word: string, language: LanguageCode): boolean =>
  ACTS.get(language)?.beginnings.some((beginning) => word.startsWith(beginning)) ?? false;

/** Whether it is a verb as well: only a direction says `laughs` within somebody's sentence, while `laughter` is spoken of. */
export const isVerb = (word: string, language: LanguageCode): boolean =>
  isAct(word, language) && (ACTS.get(language)?.verbs.some((ending) => word.endsWith(ending)) ?? false);

/** How a remark without spaces ends that tells what the speaker does, and what may stand behind that. */
const CHINESE =
  /^(?:\p{Script=Han}{0,5}(?:笑|笑场|[叹嘆][气氣]?|叹息|口[气氣]|哭|哭泣|哽咽|咳嗽?|嗓子|鼓掌|掌声|拍手|沉默|停[顿頓]|[挥揮]手|[点點][头頭]|摇头|耳语|声说|地说|哈欠|喷嚏|尖叫|鞠躬|呼吸|耸肩|汗)(?:了|着|声|起来|一[声下]|出声|状|中|不[已语]|片刻|响起|雷动|一会儿){0,2}|[wｗ]{1,5})$/u;
const JAPANESE =
  /^(?:[\p{Lo}ー]{0,6}(?:(?:笑[いう]?|笑って|微笑[みむ]|[め吐]息|咳|咳払い|くしゃみ|あくび|(?:うなず|頷|ささや|囁)[くき]|深呼吸|お辞儀|拍手|沈黙|無言|泣く?|涙|叫[ぶび]|声で|怒|照れ|ウインク|歓声)(?:の?声|する|して|をする|をつく|が起こる|が起きる)?|ながら|ように|を(?:振|すす)(?:る|って))|間|[wｗ]{1,5})$/u;

/** Whether a remark is an act in Chinese or Japanese, as the text's language reads it: `笑`, `手を振りながら`. */
export const isEastAsianAct = (remark: string, language: LanguageCode): boolean =>
  remark.length <= 12 && ((language !== 'ja' && CHINESE.test(remark)) || (language !== 'zh' && JAPANESE.test(remark)));

/** Scripts without capitals tell by grammar what somebody does or hears from a heading: `揉了揉眼睛`, `敲门声`; `重要`. */
const DEED: Readonly<Partial<Record<LanguageCode, RegExp>>> = {
  zh: /(?<![为為除])[了着著]\p{Script=Han}|[声聲乐樂]$/u,
  ja: /(?<!続)[うくぐすつぬぶむるた声音]$|音楽$/u,
  ko: /(?:다|며|면서|소리)$/u,
};
export const isDeed = (remark: string, language: LanguageCode): boolean => DEED[language]?.test(remark) ?? false;

/** Whether a remark says nothing but acts: `laughs`, `sighs, nods`, `笑`. */
export const areActs = (remark: string, language: LanguageCode): boolean => {
  const words = remark
    .trim()
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[\s,.，、…-]+/u);
  return (
    isEastAsianAct(words.join(''), language) ||
    words.every((word) => isAct(word, language) || isEastAsianAct(word, language))
  );
};
