import { LETTER } from '../characters.js';
import { EMOTICONS } from './emoticons.js';
import { type Rule, replacing } from './tree/marked-text.js';

/** Addresses: every character of them counts. */
export const ADDRESS =
  /(?:https?:\/\/|www\.)[^\s<>（）「」。、，！？\p{Lo}]{0,2000}[\p{L}\p{N}/]|[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,8}/giu;

/** After a chess move `!!` and `?!` are judgements. */
const SENTENCE_MARKS = /(?<!(?<![\p{L}\p{N}])[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8][+#]?)[!?！？](?:\s?[!?！？])+/gu;
/** Marks that are said once however often they are written; of equal ones, three are drawn. */
const REPEATED = /([,;，；、。¡¿])\1+|([…～〜〰ー—–=+<>/\\&%$@"':-])\2{2,}|\.{4,}/gu;
/** A row of marks between white space, except dashes and `+/-`, and three that are written nowhere else. */
const ORNAMENT = /(?<=^|\s)(?![-—–]+(?:\s|$)|\+\/-)[*_~#=|^`+<>\\/•·-]{3,}(?=\s|$)|([*_~#|^`•·])\1{2,}/gu;
const LAUGHTER =
  /(?<=[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}。！？!?〜～ー」)）])[wｗ]{2,}(?![\p{L}\p{N}])/giu;

const DRAWN_OUT =
  /(?<![\p{L}\p{M}\p{N}_]|::|#)[\p{L}\p{M}_]*(\p{L}\p{M}{0,3})\1{3}[\p{L}\p{M}_]*(?![\p{L}\p{M}\p{N}_])/giu;
const LETTER_RUN = /(\p{L}\p{M}{0,3})\1{3,}/giu;
/** Letters of a name rather than of a drawn-out word, and Chinese numerals: `AAAA batteries`, `xxxxMail`. */
const NAME = /^(\p{Lu})\1{3}$|\p{Ll}\p{Lu}|[〇零一二三四五六七八九十百千万]/u;

/** `==stressed==`; between spaces or within a word it compares. */
const HIGHLIGHT =
  /(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{N}=!<>])==(?=[^\s=])([^=\n]{1,500})(?<=\S)==(?![\p{Script=Latin}\p{Script=Cyrillic}\p{N}=])/gu;
/** A link to a target with spaces, which is none to CommonMark: `[a](./my file.md)`. */
const LOOSE_LINK = /(?<![\w)\]])!?\[([^[\]\n]{1,200})\]\([^()\n<>]{0,500}[/.#][^()\n<>]{0,500}\)/gu;
/**
 * Emphasis that is opened and never closed, or the other way round. A single `*` in mid-sentence may be a pointer or a
 * footnote, `int *p`; after a bracket or a full stop a repetition, `(a|b)*`; `A*`, `2**3`, `a * b` and `**kwargs)` stay.
 */
const STRAY =
  /`+|(?<=^|[.!?]\s)\*(?=[\p{Lu}"“«])|(?<=^|[\s("“«])(?:\*{2,3}|_{2,3}|~~)(?=[\p{L}"“«(])(?!\w+(?:[),]|__))|(?<=\p{L}{2}|[!?,;:"”»。！？])\*(?=[\s.!?,;:)"”»]|$)|(?<=[\p{L}.!?,;:)"”»。！？])(?<!__\w{1,40})(?:\*{2,3}|_{2,3}|~~)(?=[\s.!?,;:)"”»]|$)|(?<=^\s?|[^\p{L}\p{N})\]\s]\s)(?:\*{2,3}|_{2,3}|~~)(?=\s|$)|(?<=\s)(?:\*{2,3}|_{2,3}|~~)(?=\s?$|[,.;:])/gu;

/** Citations of chat models, and the small numbers of notes: `【4†source】`, `true.²`, `“Light!”2`. */
const CITATION =
  /【\d+(?::\d+)?†[^【】\n]{0,100}】|cite(?:turn\d+[a-z]+\d+)+|(?:(?<=[\p{L}\p{N}%)][.,;!?]["”»’]?)[¹²³⁴-⁹⁰]+|(?<=\p{L}[.,!?]?[”»“])\d{1,3})(?=[\s.,;:!?)]|$)/gu;
const NOTES = / ?(?:\[[1-9]\d{0,2}\])+(?=[\s\p{Lo}.,;:!?)—–"”»’。！？、，]|$)/gu;
/** Numbers in brackets are notes behind a stop and a word: `true.[3][4]`, `in 1889[2]`. A short word may be a variable: `arr[2]`. */
const AT_STOP = /[\p{L}\p{N}%)][.,;!?。！？、，]["”»’]?$|\p{Lo}$/u;
const AT_WORD = /(?:^|[^\p{L}\p{M}\p{N}_.])(?:[\p{L}\p{M}]{4,40}|\p{Lu}\p{L}*|\p{N}+)["”»’)%]?$/u;
/** What only code has; where it stands, other numbers in brackets are an index, too. */
const INDEX = /[\p{L}_]\[(?:0|[a-z]\w{0,20})\]|[\w)][._]\w{1,40}\[\d|\p{Ll}\p{Lu}\w{0,40}\[\d|\]\s?(?:=|\(|\.\w)/u;
const NEAR = 80;

/** Removes faces, and the numbers of notes. */
export const FACES_AND_NOTES: readonly Rule[] = [
  replacing('【¹²³⁴⁵⁶⁷⁸⁹⁰”»“t', CITATION, ''),
  replacing(':;=^_*¯\\（(ʕㅠㅜㅡ<>.D', EMOTICONS, ' '),
  replacing('[', NOTES, ({ 0: notes, index, input }) => {
    const before = input.slice(Math.max(0, index - NEAR), index);
    // Behind a space they are words of the sentence, `press [1] twice`, but not before its full stop.
    if (notes.startsWith(' '))
      return LETTER.test(before.slice(-1)) && input.startsWith('.', index + notes.length) ? '' : undefined;
    const isNote =
      AT_STOP.test(before) || (AT_WORD.test(before) && !INDEX.test(before + input.slice(index, index + NEAR)));
    return isNote ? '' : undefined;
  }),
];

/** Removes what is drawn with marks, and collapses runs: marks to one, four letters and more to two. */
export const RUNS: readonly Rule[] = [
  replacing('[', LOOSE_LINK, ([, text]) => text),
  replacing('=', HIGHLIGHT, ([, text]) => text),
  replacing('`´', /(?<=\p{L})[`´](?=\p{L})/gu, "'"),
  replacing('`*_~', STRAY, ''),
  replacing('wWｗＷ', LAUGHTER, ''),
  replacing('!?！？', SENTENCE_MARKS, ([run]) => [...new Set(run)].join('').replace(' ', '')),
  replacing('*_~#=|^`+<>\\/•·-', ORNAMENT, ' '),
  replacing(',;，；、。¡¿…～〜〰ー—–=+<>/\\&%$@"\':.-', REPEATED, ([run]) =>
    run.startsWith('.') ? '...' : run.charAt(0),
  ),
  replacing('', DRAWN_OUT, ([word]) =>
    NAME.test(word) ? undefined : word.replace(LETTER_RUN, (run, letter: string) => run.slice(0, 2 * letter.length)),
  ),
];
