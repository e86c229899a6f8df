import { PAUSE_MARK } from './pause-tags.js';
import { MarkedText } from './tree/marked-text.js';

/** Colours and movements in the output of a terminal, and a word that a soft hyphen divides at the end of a line. */
const TERMINAL = /\u001b\[[\d;?]{0,20}[A-Za-z]|\u00ad\n/gu;
const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/gu;
/**
 * Control characters, joiners and direction marks, private-use, unassigned and lone surrogate code points. The emoji selector
 * stays for now where it tells a picture from writing; so do the marks of pauses.
 */
const SILENT = new RegExp(
  `[\\0-\\x08\\x0e-\\x1f\\x7f-\\x84\\x86-\\x9f\\ufff9-\\uffff]|(?!(?<=[〰Ⓜ㊗㊙])\\ufe0f|${PAUSE_MARK})[\\p{Default_Ignorable_Code_Point}\\p{Co}\\p{Cs}\\p{Cn}]`,
  'gu',
);
/** A fourth mark on one letter is decoration, not writing; so are those that NFC cannot compose with a Latin letter. */
const EXCESS_MARKS = /\p{Me}|(?<=\p{M}{3})\p{M}/gu;
const STRAY_MARKS = /(?<=\p{sc=Latn})[\u0300-\u036f]+|(?<=^|[^\p{L}\p{N}\p{M}])(?!\ufe0f)\p{M}+/gu;

/** Characters that can be spoken or drawn, with `\n` for line breaks and composed letters. */
export function plainCharacters(input: string): string {
  const text = input.replace(LINE_BREAKS, '\n').replace(TERMINAL, '').replace(SILENT, '');
  return text.replace(EXCESS_MARKS, '').normalize('NFC').replace(STRAY_MARKS, '');
}

const EAST_ASIAN = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}';
/** A circle within an East Asian line is a word, for a right answer or a name left out: `○か×か`, `○○大学`. */
const CIRCLE = new RegExp(`[○◯](?:(?<=[${EAST_ASIAN}×○◯].)|(?=[×○◯]))`, 'gu');
/** Circled and bracketed letters and numbers; each is a separate word. */
const ENCLOSED = /[\u2460-\u24ff\u2776-\u2793\u3200-\u32fe\u{1f100}-\u{1f169}](?!\ufe0f)/gu;
/** Mathematical, full-width, half-width and squared forms, ligatures, doubled sentence marks: styles of plain characters. */
const STYLED =
  /[\u203c\u2047-\u2049\u3300-\u33ff\ufb00-\ufb06\uff10-\uff19\uff21-\uff3a\uff3f\uff41-\uff5a\uff61-\uff9f\u{1d400}-\u{1d7ff}]+/gu;
/**
 * Pictographs; © ® ™ are words to a reader, however they are drawn, and the wavy dash is writing unless the emoji selector
 * follows. Arrows, technical signs, box drawing, shapes, dingbats, Braille, game pieces, musical notation, reference marks; a
 * flat, natural or sharp is a part of the note or degree: `B♭`, `♭5`. Names of emojis between colons.
 */
const PICTURES =
  /[〰Ⓜ㊗㊙]\ufe0f|(?<![A-Ha-h])[♭♮♯](?![\dIViv])|(?![©®™〰])\p{Extended_Pictographic}|[\p{Emoji_Modifier}\u2020\u2021\u203b\u2042\u2051\u2190-\u21ff\u2300-\u23ff\u2400-\u245f\u2500-\u266c\u2670-\u27bf\u27f0-\u297f\u2b00-\u2bff\u3004\u3012\u3013\u3020\u3036\u4dc0-\u4dff\u{1d000}-\u{1d3ff}\u{1f000}-\u{1f0ff}\u{1f1e6}-\u{1faff}]|(?<![\w:\]"'`/=])(?::(?:[a-z][a-z_+-]{1,30}\d{0,2}|[+-]1):)+(?![\w:/])/gu;
const COMPANIES: Readonly<Record<string, string>> = { '㈱': '株式会社', '㈲': '有限会社' };

const RULES: readonly (readonly [RegExp, string | ((match: RegExpExecArray) => string)])[] = [
  [CIRCLE, '〇'],
  [ENCLOSED, ([sign]) => `${COMPANIES[sign] ?? plain(sign)} `],
  [STYLED, ([signs]) => plain(signs)],
  [PICTURES, ' '],
];

/** Removes pictures and ornaments from a text, and makes styled letters and digits plain, wherever they stand. */
export function withoutSymbols(line: MarkedText): MarkedText {
  if (/^[^\P{ASCII}:]*$/u.test(line.text)) return line;
  return RULES.reduce((rest, [pattern, by]) => rest.replaceAll(pattern, by), line);
}

/** The same for a text that has no marks. */
export function removeSymbols(text: string): string {
  return withoutSymbols(new MarkedText(plainCharacters(text))).text;
}

function plain(sign: string): string {
  if (sign >= '❶' && sign <= '➓') return String(numberOf(sign));
  return sign.normalize('NFKC').replace(/[()]|(?<=^[kcdm]?m)[23]$/gu, (part) => ({ 2: '²', 3: '³' })[part] ?? '');
}

/** The number in a circle. The dingbats are three rows of ten. */
export const numberOf = (sign: string): number =>
  sign < '❶' ? Number(sign.normalize('NFKC')) : (((sign.codePointAt(0) ?? 0) - 0x2776) % 10) + 1;
