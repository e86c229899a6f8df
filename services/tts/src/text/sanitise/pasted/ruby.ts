import type { LanguageCode } from '@ownvoice/shared/contract/languages';

const HAN = '[\\p{Script=Han}々]';
const READING = new RegExp(`(?<=${HAN})《[\\p{Script=Hiragana}\\p{Script=Katakana}ー・ ]{1,30}》`, 'gu');
const MARKED = /｜([^｜《》\n]{1,30})《[^《》\n]{1,30}》/gu;

/** `漢字（かんじ）`, `食べ物(たべもの)`, `取り扱い（とりあつかい）` */
const KANA = new RegExp(`(${HAN}{1,8})(\\p{Script=Hiragana}{0,3})[(（]([\\p{Script=Hiragana}ー・]{1,30})[)）]`, 'gu');
/** The most kana that one sign is read as: `志（こころざし）`. */
const LONGEST_READING = 5;
/** In brackets these are words of the sentence: `参加（する）`, `税金（など）`. */
const NO_READING =
  /(?:する|した|して|します|です|でした|ない|なし|あり|など|のみ|だけ|まで|から|かも|または|および|ただし|もちろん|たぶん|^より|^ある|^とも|^ほか|^こと|^もの|^ちなみに|^つまり|^いつも)$/u;
/** So are these behind other signs than their own: `明日（くもり）`, but `雨（あめ）`. */
const REMARK = /^(?:くもり|はれ|あめ|うそ|つづく|おわり|まだ|すぐ)$/u;
const SIGN_OF_REMARK = /[曇晴雨飴嘘続終未直]$/u;
/** `汉字（hàn zì）`, `北京（Běijīng）` */
const PINYIN = new RegExp(`(?<=${HAN})[(（](\\p{Lu}?[a-zāáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜü’' ]{1,60})[)）]`, 'gu');
const TONE = /^\p{Ll}.*[āáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜ]|[āǎēěīǐōǒūǔǖǘǚǜ]/u;
/** `대한민국(大韓民國)`; `17일(金)` and `회의(水)` name a day. */
const HANJA = /(?<!\d)(\p{Script=Hangul}{1,10})[(（](\p{Script=Han}{1,10})[)）]/gu;
const HANGUL = /(\p{Script=Han}{1,10})[(（](\p{Script=Hangul}{1,10})[)）]/gu;

/**
 * Removes the readings that are written beside words, which would be said twice: `漢字《かんじ》`, `漢字（かんじ）`,
 * `汉字（hàn zì）`, `대한민국(大韓民國)`. `《红楼梦》` is a title.
 */
export function withoutReadings(text: string, language: LanguageCode): string {
  const bare = text.includes('《') ? text.replace(MARKED, '$1').replace(READING, '') : text;
  if (!/[(（]/u.test(bare)) return bare;
  if (language === 'ko') return withoutHanja(bare);
  return bare
    .replace(KANA, (whole, signs: string, ending: string, reading: string) => {
      const isReading =
        ending === ''
          ? [...reading].length >= [...signs].length && [...reading].length <= LONGEST_READING * [...signs].length
          : reading.endsWith(ending) && reading.length > ending.length;
      const isRemark = NO_READING.test(reading) || (REMARK.test(reading) && !SIGN_OF_REMARK.test(signs));
      return isReading && !isRemark ? signs + ending : whole;
    })
    .replace(PINYIN, (whole, reading: string) => (TONE.test(reading) ? '' : whole));
}

/** Korean says the word in its own letters, whichever of both is in the brackets. */
function withoutHanja(text: string): string {
  return text
    .replace(HANJA, (whole, word: string, signs: string) => {
      const isReading = signs.length === 1 ? word.length === 1 : word.length >= signs.length;
      return isReading ? word : whole;
    })
    .replace(HANGUL, (whole, signs: string, word: string) => (word.length === signs.length ? word : whole));
}
