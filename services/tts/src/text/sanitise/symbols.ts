/** Marks on one letter beyond this many are decoration, not writing. */
const maxMarks = 3;

const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/gu;

/** Neither sound nor space: controls, direction marks, joiners, soft hyphens, tags, private and lone surrogate codes. */
const silent =
  /[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\uffff\p{Co}\p{Cs}\p{Cn}\u{e0000}-\u{e0fff}]/gu;

/** Pictures and ornaments; the signs that are read aloud (© ® ™ ‼ ⁉, mathematics, currencies, degrees) stay. */
const pictures =
  /(?![©®™‼⁉〰])\p{Extended_Pictographic}|[#*]\u20e3|[\p{Emoji_Modifier}\p{Regional_Indicator}\u20d0-\u20f0\u2190-\u21ff\u2300-\u23ff\u2400-\u245f\u2500-\u27bf\u27f0-\u27ff\u2800-\u28ff\u2900-\u297f\u2b00-\u2bff\u2e3a-\u2e5d\u3004\u3012\u3013\u3020\u3036\u4dc0-\u4dff\ufe45\ufe46\u203b\u2020\u2021\u2042\u2051\u{1d000}-\u{1d3ff}\u{1f000}-\u{1faff}]/gu;

const excessMarks = new RegExp(`(\\p{M}{${maxMarks}})\\p{M}+`, 'gu');
const strayMarks = /(^|[^\p{L}\p{N}\p{M}])\p{M}+/gu;

/** Circled, mathematical and full-width letters and digits, which are styles of the plain ones. */
const styled =
  /[\u2460-\u24ff\u2776-\u2793\u{1d400}-\u{1d7ff}\u{1f130}-\u{1f149}\u{1f150}-\u{1f169}\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\ufb00-\ufb06]/gu;

const shortcodes = /(?<![\w:])(?::[a-z][a-z_+-]{1,30}\d{0,2}:)+(?![\w:])/gu;
const emoticons = /(?<=^|\s)(?:[:;=]['^]?-?[)(DPp/\\|*]|<3|\^_?\^|[TQ;]_[TQ;]|¯\\_\(ツ\)_\/¯|:-?[oO])(?=$|[\s.,!?])/gmu;

/**
 * Takes out what is not text: emojis, pictures, ornaments, box drawing, arrows, control and direction characters,
 * stacked marks. Styled letters and digits (circled, mathematical, full-width) become plain ones. Line breaks become `\n`.
 */
export function removeSymbols(input: string): string {
  return input
    .replace(lineBreaks, '\n')
    .replace(silent, '')
    .replace(styled, (character) => character.normalize('NFKC').replace(/[()]/gu, ''))
    .replace(shortcodes, ' ')
    .replace(emoticons, ' ')
    .replace(pictures, ' ')
    .replace(excessMarks, '$1')
    .normalize('NFC')
    .replace(strayMarks, '$1');
}
