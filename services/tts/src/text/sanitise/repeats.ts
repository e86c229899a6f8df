/** Addresses are not collapsed: every character counts. */
const ADDRESS =
  /(?:https?:\/\/|www\.)[^\s<>（）「」。、，！？\p{Lo}]{0,2000}[\p{L}\p{N}/]|[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,8}/giu;
const MAY_BE_ADDRESS = /@|:\/\/|www\./iu;

/** After a chess move `!!` and `?!` are judgements. */
const NO_MOVE = '(?<!(?<![\\p{L}\\p{N}])[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8][+#]?)';
const SENTENCE_MARKS = new RegExp(`${NO_MOVE}([!?！？])(?:\\s?\\1)+`, 'gu');
const PAUSE_MARKS = /([,;，；、。¡¿])\1+/gu;
const DOTS = /\.{4,}|…{3,}/gu;
const MIXED_MARKS = new RegExp(`${NO_MOVE}[!?！？](?:\\s?[!?！？])+`, 'gu');
/** A row of marks between white space is an ornament, except dashes and `+/-`. */
const ORNAMENT = /(?<=^|\s)(?![-—–]+(?:\s|$)|\+\/-)[*_~#=|^`+<>\\/•·-]{3,}(?=\s|$)/gmu;
/** Drawn lines: removed, not collapsed. */
const DRAWN = /([*_~#|^`•·])\1{2,}/gu;
const SIGNS = /([～〜〰ー—–=+<>/\\&%$@"':-])\1{2,}/gu;

/** Every pattern here needs two equal characters or two marks, also with white space between them. */
const MAY_REPEAT = /(.)\1|[wｗ]{2}|\p{M}|[^\p{L}\p{N}\s]\s?[^\p{L}\p{N}\s]/iu;

const WORD = /[\p{L}\p{M}\p{N}_]+/gu;
/** What {@link LETTER_RUN} needs. */
const MAY_DRAW_OUT = /(.)\1{3}|\p{M}/iu;
const LETTER_RUN = /(\p{L}\p{M}{0,3})\1{3,}/giu;
const LAUGHTER =
  /(?<=[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}。！？!?〜～ー」)）])[wｗ]{2,}(?![\p{L}\p{N}])/giu;

/**
 * Collapses runs of one character: marks to one, four letters and more to two. Three letters (`IIIB`, `СССР`), digits,
 * addresses, Chinese numerals and names with inner capitals stay.
 */
export function collapseRepeats(text: string): string {
  if (!MAY_BE_ADDRESS.test(text)) return collapse(text);
  const parts: string[] = [];
  let start = 0;
  for (const match of text.matchAll(ADDRESS)) {
    parts.push(collapse(text.slice(start, match.index)), match[0]);
    start = match.index + match[0].length;
  }
  parts.push(collapse(text.slice(start)));
  return parts.join('');
}

function collapse(text: string): string {
  if (!MAY_REPEAT.test(text)) return text;
  const marked = text
    .replace(LAUGHTER, '')
    .replace(SENTENCE_MARKS, '$1')
    .replace(PAUSE_MARKS, '$1')
    .replace(DOTS, (run) => (run.startsWith('.') ? '...' : '…'))
    .replace(MIXED_MARKS, (run) => [...new Set(run.replace(/\s/gu, ''))].join(''))
    .replace(ORNAMENT, ' ')
    .replace(DRAWN, ' ')
    .replace(SIGNS, '$1');
  if (!MAY_DRAW_OUT.test(marked)) return marked;
  return marked.replace(WORD, (letters, offset: number, whole: string) => {
    const isCode = whole[offset - 1] === '#' && COLOUR.test(letters);
    return isCode || whole.slice(Math.max(0, offset - 2), offset) === '::' ? letters : collapseLetters(letters);
  });
}

const CHINESE_NUMERAL = /[〇零一二三四五六七八九十百千万]/u;
/** Letters of a name rather than of a drawn-out word: `AAAA batteries`, `xxxxMail`. */
const NAME = /^(\p{Lu})\1{3}$|\p{Ll}\p{Lu}/u;
const COLOUR = /^(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/iu;

function collapseLetters(letters: string): string {
  if (/\p{N}/u.test(letters) || NAME.test(letters)) return letters;
  return letters.replace(LETTER_RUN, (run: string, letter: string) =>
    CHINESE_NUMERAL.test(letter) ? run : run.slice(0, letter.length * 2),
  );
}
