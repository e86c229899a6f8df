import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import type { MarkedText } from './tree/marked-text.js';

/** `漢字《かんじ》`, `｜青空文庫《あおぞらぶんこ》`. `《红楼梦》` is a title. */
const RUBY =
  /｜([^｜《》\n]{1,30})《[^《》\n]{1,30}》|(?<=[\p{Script=Han}々])《[\p{Script=Hiragana}\p{Script=Katakana}ー・ ]{1,30}》/gu;
/** `漢字（かんじ）`, `食べ物(たべもの)`, `取り扱い（とりあつかい）` */
const KANA = /([\p{Script=Han}々]{1,8})(\p{Script=Hiragana}{0,3})[(（]([\p{Script=Hiragana}ー・]{1,30})[)）]/gu;
/** The most kana that one sign is read as: `志（こころざし）`. */
const LONGEST_READING = 5;
/** In brackets these are words of the sentence: `参加（する）`, `税金（など）`, `明日（くもり）`. */
const NO_READING =
  /(?:する|した|して|します|です|でした|ない|なし|あり|など|のみ|だけ|まで|から|かも|または|および|もちろん|くもり|はれ|うそ|つづく|まだ)$/u;
/** `汉字（hàn zì）`, `北京（Běijīng）`: with the mark of a tone that no other language has here. */
const PINYIN =
  /(?<=\p{Script=Han})[(（](?=\p{Ll}[^()（）]*[āáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜ]|[^()（）]*[āǎēěīǐōǒūǔǖǘǚǜ])\p{Lu}?[\p{Ll}’' ]{1,60}[)）]/gu;
/** `대한민국(大韓民國)`, `大學(대학)`; `17일(金)` and `회의(水)` name a day. */
const HANJA =
  /(?<!\d)(\p{Script=Hangul}{1,10})[(（](\p{Script=Han}{1,10})[)）]|(\p{Script=Han}{1,10})[(（](\p{Script=Hangul}{1,10})[)）]/gu;

/** Removes the readings that are written beside words, which would be said twice. */
export function withoutReadings(line: MarkedText, language: LanguageCode): MarkedText {
  if (!/[（(《]/u.test(line.text)) return line;
  const bare = line.replace(RUBY, ([, word = '']) => word);
  if (language === 'ko')
    return bare.replace(HANJA, ([, word, signs = '', base = '', reading]) => {
      if (reading !== undefined) return reading.length === base.length ? reading : undefined;
      return word !== undefined && word.length >= signs.length && (signs.length > 1 || word.length === 1)
        ? word
        : undefined;
    });
  return bare
    .replace(KANA, ([, signs = '', ending = '', reading = '']) => {
      const isReading =
        ending === ''
          ? reading.length >= signs.length && reading.length <= LONGEST_READING * signs.length
          : reading.endsWith(ending) && reading.length > ending.length;
      return isReading && !NO_READING.test(reading) ? signs + ending : undefined;
    })
    .replace(PINYIN, '');
}
