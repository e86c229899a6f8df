import type { LanguageCode } from '@ownvoice/shared/contract/languages';

/** What a speaker does or a listener hears. Beginnings of words, at most thirty for each language. */
const BEGINNINGS: Readonly<Partial<Record<LanguageCode, string>>> = {
  en: `laugh chuckl giggl snicker voice sigh cough snee sniff sob cry gasp groan growl grunt whisper mutter shout scream smil
    grin nod shrug wav wink yawn clap applau pauses pausing silence
    music`,
  de: `lach kicher grins lächel seufz hust nies schluchz wein stöhn keuch knurr brumm flüster murmel schrei nick zuck zwinker
    wink gähn räusper klatsch applau beifall pause stille schweig musik summ`,
  fr: `rit rire riant rient rican glouss soupir touss toux pleur sanglot gémi grogn chuchot murmur cri hurl souri hoche
    acquiesce hauss racle bâill appl siffl fredonn pause silence musique chant`,
  es: `ríe ríen riendo riéndose risa carcajad suspir tose tos toser llor solloz gime grit susurr murmur sonrí asient encog
    carraspe guiñ bostez aplau silb tarare pausa silencio música`,
  it: `ride ridono ridendo risat sogghign sospir toss starnut piang singhiozz gem grid sussurr mormor sorri annui schiari
    stringe occhiolino sbadigli applau fischi canticchi pausa silenzio musica`,
  pt: `ri rindo risada riso gargalh suspir toss espirr chor soluç gem grit sussurr murmur sorri acen limpa encolh pisca
    bocej aplau palm assobi cantarol pausa silêncio música`,
  ru: `сме хихик хохо усмех ухмыл вздох вздых кашл чиха плач рыда всхлип стон шеп крич бормо улыб кива пожим машет маша
    подмиг откашл зева аплод хлопа пауза молч тишина музыка`,
  ko: `웃 폭소 미소 한숨 기침 헛기침 재채기 울 흐느 울먹 눈물 신음 속삭 중얼 외치 소리치 비명 끄덕 흔들 흔든 윙크 하품 박수 침묵 휴지
    정적 인사 노래 음악`,
};

/** Forms in which a verb stands alone: `laughs`, `lachend`, `смеётся`. */
const VERB: Readonly<Partial<Record<LanguageCode, RegExp>>> = {
  en: /(?:s|ing)$/u,
  de: /(?:t|nd)$/u,
  fr: /(?:t|e|nt|s)$/u,
  es: /(?:e|a|n|s|ndo)$/u,
  it: /(?:e|a|o|ndo)$/u,
  pt: /(?:i|e|a|m|s|ndo)$/u,
  ru: /(?:т|я|сь)$/u,
  ko: /[며서다고음]$/u,
};

const ACTS = new Map(
  Object.entries(BEGINNINGS).map(([language, words]) => [
    language,
    new RegExp(`^(?:${words.trim().split(/\s+/u).join('|')})\\p{L}*$`, 'u'),
  ]),
);

/** Whether a lower-case word names an act, or a sound that is heard. */
export const isAct = (word: string, language: LanguageCode): boolean => ACTS.get(language)?.test(word) ?? false;

/** Whether it is a verb as well: only a direction says `laughs` within somebody's sentence, while `laughter` is spoken of. */
export const isVerb = (word: string, language: LanguageCode): boolean =>
  isAct(word, language) && (VERB[language]?.test(word) ?? false);
