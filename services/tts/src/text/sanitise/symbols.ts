const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/gu;

/** Neither sound nor space: controls, joiners and direction marks, private, unassigned and lone surrogate codes. */
const silent =
  /[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufff9-\uffff]|[\p{Default_Ignorable_Code_Point}\p{Co}\p{Cs}\p{Cn}]/gu;

/** Circled and bracketed letters and numbers. Each is a word of its own. */
const enclosed = /[\u2460-\u24ff\u2776-\u2793\u3200-\u32fe\u{1f100}-\u{1f169}]/gu;

/** Mathematical, full-width and squared forms, ligatures: styles of plain letters and digits. */
const styled = /[\u3300-\u33ff\ufb00-\ufb06\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d7ff}]/gu;

/** © ® ™ ‼ ⁉ 〰 ㊗ ㊙ are pictographs to Unicode and words or punctuation to a reader. */
const pictographs = /(?![©®™‼⁉〰])\p{Extended_Pictographic}|[#*]\u20e3/gu;
const keycapFrame = /\p{Me}/gu;

/** Arrows, technical signs, box drawing, blocks, shapes, dingbats, Braille, game pieces, musical notation, reference marks. */
const ornaments =
  /[\u2020\u2021\u203b\u2042\u2051\u2190-\u21ff\u2300-\u23ff\u2400-\u245f\u2500-\u27bf\u27f0-\u297f\u2b00-\u2bff\u3004\u3012\u3013\u3020\u3036\u4dc0-\u4dff\u{1d000}-\u{1d3ff}\u{1f000}-\u{1f0ff}\u{1f1e6}-\u{1faff}\p{Emoji_Modifier}]/gu;

/** More marks than this on one letter are decoration, not writing. */
const excessMarks = /(\p{M}{3})\p{M}+/gu;
/** What is composed with a Latin letter is written in one of its languages; what cannot be is drawn over it. */
const overlays = /(?<=\p{sc=Latn})[\u0300-\u036f]+/gu;
const strayMarks = /(^|[^\p{L}\p{N}\p{M}])\p{M}+/gu;

const shortcodes = /(?<![\w:])(?::[a-z][a-z_+-]{1,30}\d{0,2}:)+(?![\w:])/gu;
const emoticons =
  /(?<=^|\s)(?:[:;]['^]?-?[)(DPpOo/\\|*]|\^_?\^|[TQ;]_[TQ;]|¯\\_\(ツ\)_\/¯)(?=$|[\s.,!?])|(?<=\p{L}{2}[!.]?\s)<3(?=\s*$)/gmu;

/**
 * Takes out what is not text: emojis, pictures, ornaments, box drawing, arrows, control and direction characters,
 * stacked marks. Styled letters and digits (circled, mathematical, full-width) become plain ones. Line breaks become `\n`.
 */
export function removeSymbols(input: string): string {
  return input
    .replace(lineBreaks, '\n')
    .replace(silent, '')
    .replace(shortcodes, ' ')
    .replace(emoticons, ' ')
    .replace(pictographs, ' ')
    .replace(keycapFrame, '')
    .replace(enclosed, (sign) => `${plain(sign)} `)
    .replace(styled, plain)
    .replace(ornaments, ' ')
    .replace(excessMarks, '$1')
    .normalize('NFC')
    .replace(overlays, '')
    .replace(strayMarks, '$1');
}

function plain(sign: string): string {
  return sign.normalize('NFKC').replace(/[()]/gu, '');
}
