const bytes = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** The Han signs of a double-byte character set. */
function repertoire(encoding: string, leads: readonly number[], trails: readonly number[]): ReadonlySet<string> {
  const pairs = leads.flatMap((lead) => trails.flatMap((trail) => [lead, trail]));
  return new Set(new TextDecoder(encoding).decode(Uint8Array.from(pairs)).match(/\p{Script=Han}/gu));
}

/** What writers of Simplified Chinese (GB 2312), Traditional Chinese (Big5) and Japanese (JIS X 0208) have. */
const CHINESE = [
  repertoire('gbk', bytes(0xb0, 0xf7), bytes(0xa1, 0xfe)),
  repertoire('big5', bytes(0xa4, 0xf9), [...bytes(0x40, 0x7e), ...bytes(0xa1, 0xfe)]),
];
const JAPANESE_TRAILS = [...bytes(0x40, 0x7e), ...bytes(0x80, 0xfc)];
const JAPANESE = repertoire('shift_jis', [0x81, ...bytes(0x88, 0x9f), ...bytes(0xe0, 0xea)], JAPANESE_TRAILS);
/** Level 1 of JIS X 0208 (and a few more): without the old forms, which only Chinese still writes. */
const MODERN_JAPANESE = repertoire('shift_jis', [0x81, ...bytes(0x88, 0x98)], JAPANESE_TRAILS);

/** Words of every Chinese sentence that Japanese has not, in signs that both have. */
const CHINESE_WORD =
  /[你您妳她們们這这哪嗎吗呢吧啊很沒没喝]|[我他](?=[的是在不有要想去来來说說也就])|不是|什[么麼]|怎|[今明昨]天|(?<![終完満修読投未])了(?=$|\P{L})|(?<!国)是(?!非|正|認|々)/u;
/** The same of Japanese: companies, names of eras, notices. */
const JAPANESE_WORD = /[㈱㈲]|株式会社|明治|大正|昭和|平成|令和|完了|終了|受付|割引|予約|大丈夫|電車/u;

/** A Japanese text of so many signs has kana among them. */
const LONG = 6;

/**
 * The language of a text whose signs are all Han: the one that has more of them, since `駅` and `国際` are only Japanese,
 * `车站` and `車站嗎` only Chinese. Undefined where both write the text so: `電話`, `中国`.
 */
export function languageOfHan(text: string): 'zh' | 'ja' | undefined {
  const signs = text.match(/(?!〇)\p{Script=Han}/gu) ?? [];
  const had = (by: ReadonlySet<string>) => signs.filter((sign) => by.has(sign)).length;
  const japanese = had(JAPANESE);
  const chinese = Math.max(...CHINESE.map(had));
  if (japanese !== chinese) return japanese > chinese ? 'ja' : 'zh';
  if (JAPANESE_WORD.test(text)) return 'ja';
  return CHINESE_WORD.test(text) || signs.length >= LONG || signs.some((sign) => !MODERN_JAPANESE.has(sign))
    ? 'zh'
    : undefined;
}
