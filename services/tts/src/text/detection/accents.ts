/** Letters that a language has, of those that few others have. */
const LETTERS: Readonly<Record<string, RegExp>> = {
  de: /[äöüß]/iu,
  fr: /[éèêëàâçîïôùûœ]|[ldnsjtcm]['’]/iu,
  es: /[áéíóúñ]/iu,
  it: /[àèéìòù](?!\p{L})|[ldnt]l?['’]/iu,
  pt: /[ãõáâàçéêíóôú]/iu,
  ca: /[àèéíòóúç]|l·l|[ldnsm]['’]/iu,
  nl: /[ëï]|ij(?!s\b)/iu,
  pl: /[ąćęłńóśźż]/iu,
  cs: /[áčďéěíňóřšťúůýž]/iu,
  sk: /[áäčďéíĺľňóôŕšťúýž]/iu,
  sv: /[åäö]/iu,
  da: /[åæø]/iu,
  no: /[åæø]/iu,
  fi: /[äö]|(?:aa|ii|uu|yy|kk)/iu,
  hu: /[áéíóöőúüű]/iu,
  tr: /[çğıöşüİ]/u,
  ro: /[ăâîșțşţ]/iu,
  vi: /[ăâđêôơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/iu,
  hr: /[čćđšž]/iu,
  sl: /[čšž]/iu,
  lt: /[ąčęėįšųūž]/iu,
  lv: /[āčēģīķļņšūž]/iu,
  et: /[äöõü]|(?:aa|ee|ii|oo|uu)/iu,
  sq: /[çë]/iu,
  is: /[áæðéíóöþúý]/iu,
  az: /[çəğıöşü]/iu,
};
const ACCENTED = /[^\x00-\x7f'’]/u;

/** Share of the words with accents that the accents of a language explain, less those that they do not: -1 to 1. */
export function accentScore(words: readonly string[], language: string): number {
  const accented = words.filter((word) => ACCENTED.test(word));
  if (accented.length === 0) return 0;
  const own = LETTERS[language];
  const explained = accented.filter((word) => [...word].every((letter) => !ACCENTED.test(letter) || own?.test(letter)));
  return (2 * explained.length - accented.length) / Math.max(accented.length, words.length / 2);
}
