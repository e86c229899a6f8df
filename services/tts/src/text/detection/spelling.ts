/** Endings and groups of letters that are frequent in a language, and rare in those beside it. */
const SPELLINGS: Readonly<Record<string, RegExp>> = {
  en: /^(?:wh|sh|th|kn|wr)|(?:ing|ight|ould|ough|ness|ful|less|ly|th|ck|sh|[^aeiou]ed|['’]s|y|ks|ts)$|ea|ow|oo|ee|gh/u,
  de: /sch|(?:ung|heit|keit|lich|isch|ig|ieren|iert|tzt|cht|en|st|ert|te|ten)$|^ge.*t$|^(?:ver|ab|auf|aus|an)\p{L}{4,}|tz|pf|ß|ei|ch[^eioa]/u,
  fr: /(?:eau|eaux|aux|eux|euse|ez|ais|ait|aient|ique|elle|ette|ment|sion|oir|ure|ées?|és?|er)$|ou|oi|^(?:qu|l['’]|d['’]|j['’]|s['’]|n['’])/u,
  es: /(?:ción|sión|dad|ados|adas|ando|iendo|aron|ieron|ería|ero|era|illo|illa|ó|ía|[aeo]s)$|ll|ñ|ue|ie|^(?:ha|hu|ch)/u,
  it: /(?:zione|zioni|tà|ato|ata|ati|ate|uto|ito|endo|are|ere|ire|ggio|gna|gno|[^aeious]i|è|ò|ù|ì)$|gli|ch[ei]|sc[ei]|cc[ih]|(?:bb|cc|dd|ff|gg|mm|nn|pp|ss|tt|vv|zz)\p{L}*[aeio]$|^(?:l['’]|dell|nell|all|un['’])/u,
  pt: /(?:ção|ções|são|ão|ões|ãos|ou|eu|iu|aram|eram|ém|em|im|om|um|inho|inha|eiro|eira|agem|vel)$|lh|nh|ç|[ãõ]/u,
};

/** Share of the words, 0–1, that are spelled as in a language. */
export function spellingShare(words: readonly string[], language: string): number {
  const spelling = SPELLINGS[language];
  if (!spelling || words.length === 0) return 0;
  return words.filter((word) => spelling.test(word.toLowerCase())).length / words.length;
}
