import { withListMarks } from './bullets.js';
import { EMOTICONS } from './emoticons.js';
import { PAUSE_MARK } from './pause-tags.js';
import { withoutSmileys } from './smileys.js';

/** Colours and movements in the output of a terminal. */
const TERMINAL = /\u001b\[[\d;?]{0,20}[A-Za-z]/gu;
const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/gu;

/** A word that a soft hyphen divides at the end of a line. */
const SOFT_BREAK = /\u00ad\n/gu;

/**
 * Control characters, joiners and direction marks, private-use, unassigned and lone surrogate code points. The emoji selector
 * stays for now where it tells a picture from writing; so do the marks of pauses.
 */
const SILENT = new RegExp(
  `[\\0-\\x08\\x0e-\\x1f\\x7f-\\x84\\x86-\\x9f\\ufff9-\\uffff]|(?!(?<=[〰Ⓜ㊗㊙])\\ufe0f|${PAUSE_MARK})[\\p{Default_Ignorable_Code_Point}\\p{Co}\\p{Cs}\\p{Cn}]`,
  'gu',
);

/** Circled and bracketed letters and numbers; each is a separate word. */
const COMPANIES: Readonly<Record<string, string>> = { '㈱': '株式会社', '㈲': '有限会社' };
const ENCLOSED = /[\u2460-\u24ff\u2776-\u2793\u3200-\u32fe\u{1f100}-\u{1f169}]/gu;

/** Mathematical, full-width, half-width and squared forms, ligatures, doubled sentence marks: styles of plain characters. */
const STYLED =
  /[\u203c\u2047-\u2049\u3300-\u33ff\ufb00-\ufb06\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff61-\uff9f\u{1d400}-\u{1d7ff}]/gu;

/**
 * © ® ™ ‼ ⁉ are pictographs to Unicode, and words or punctuation to a reader, however they are drawn. The wavy dash and the
 * letters in circles are writing unless the emoji selector follows.
 */
const PICTOGRAPHS = /(?![©®™‼⁉〰Ⓜ㊗㊙])\p{Extended_Pictographic}|[〰Ⓜ㊗㊙]\ufe0f|[#*]\u20e3/gu;
const KEYCAP_FRAME = /\p{Me}/gu;

const EAST_ASIAN = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}';
/** A circle within an East Asian line is a word, for a right answer or a name left out: `○か×か`, `○○大学`. */
const CIRCLE = new RegExp(`[○◯](?:(?<=[${EAST_ASIAN}×○◯].)|(?=[×○◯]))`, 'gu');

/**
 * Arrows, technical signs, box drawing, blocks, shapes, dingbats, Braille, game pieces, musical notation, reference marks. A
 * flat, natural or sharp is a part of the note: `B♭`.
 */
const ORNAMENTS =
  /[\u2020\u2021\u203b\u2042\u2051\u2190-\u21ff\u2300-\u23ff\u2400-\u245f\u2500-\u266c\u2670-\u27bf\u27f0-\u297f\u2b00-\u2bff\u3004\u3012\u3013\u3020\u3036\u4dc0-\u4dff\u{1d000}-\u{1d3ff}\u{1f000}-\u{1f0ff}\u{1f1e6}-\u{1faff}\p{Emoji_Modifier}]/gu;

/** More marks than this on one letter are decoration, not writing. */
const EXCESS_MARKS = /(\p{M}{3})\p{M}+/gu;
/** Combining marks that NFC cannot compose with a Latin letter: decoration. */
const OVERLAYS = /(?<=\p{sc=Latn})[\u0300-\u036f]+/gu;
const STRAY_MARKS = /(^|[^\p{L}\p{N}\p{M}])\p{M}+/gu;

const SHORTCODES = /(?<![\w:\]"'`/=])(?::[a-z][a-z_+-]{1,30}\d{0,2}:)+(?![\w:/])/gu;
/** Stands for what was removed until the line is whole again: private-use characters of the input are gone by then. */
const REMOVED = '\ue0ff';
const REMOVED_RUN = /\ue0ff(?:[ \t]*\ue0ff)*[ \t]*/gu;
const REMOVED_START = /^[ \t]*\ue0ff(?:[ \t]*\ue0ff)*[ \t]*(?=\S)/u;

/**
 * Removes emojis, pictographs, ornaments, box drawing, arrows, control and direction characters and stacked marks. Styled
 * letters and digits (circled, mathematical, full-width) become plain ones. Line breaks become `\n`, and symbols at the
 * beginning of lines become bullets.
 */
export function removeSymbols(input: string): string {
  const listed = withListMarks(
    input.replace(TERMINAL, '').replace(LINE_BREAKS, '\n').replace(SOFT_BREAK, '').replace(SILENT, ''),
  );
  const written = withoutSmileys(listed.replace(EMOTICONS, REMOVED))
    .replace(SHORTCODES, REMOVED)
    .replace(PICTOGRAPHS, REMOVED)
    .replace(KEYCAP_FRAME, '')
    .replace(ENCLOSED, (sign) => `${COMPANIES[sign] ?? plain(sign)} `)
    .replace(STYLED, plain)
    .replace(CIRCLE, '〇')
    .replace(ORNAMENTS, REMOVED);
  const text = withoutExcessMarks(written);
  return text.includes(REMOVED) ? withBullets(text).replace(REMOVED_RUN, ' ') : text;
}

function withoutExcessMarks(text: string): string {
  const composed = (/\p{M}/u.test(text) ? text.replace(EXCESS_MARKS, '$1') : text).normalize('NFC');
  return /\p{M}/u.test(composed) ? composed.replace(OVERLAYS, '').replace(STRAY_MARKS, '$1') : composed;
}

/** A symbol begins an item where it begins the paragraph, or the line before as well: `✅ done⏎✅ tested`. */
function withBullets(text: string): string {
  let previous = '';
  return text
    .split('\n')
    .map((line) => {
      const isItem = REMOVED_START.test(line) && (previous.trim() === '' || REMOVED_START.test(previous));
      previous = line;
      return line.replace(REMOVED_START, isItem ? '• ' : '');
    })
    .join('\n');
}

function plain(sign: string): string {
  return sign
    .normalize('NFKC')
    .replace(/[()]/gu, '')
    .replace(/(?<=^[kcdm]?m)[23]$/u, (power) => (power === '2' ? '²' : '³'));
}
