const SIGN = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー]';
/** East Asian lines break anywhere; no space is needed there or after East Asian punctuation. */
const EAST_ASIAN_BREAK = new RegExp(`(?<=${SIGN})[^\\S\\n]*\\n\\s*(?=[（「『【]?${SIGN})`, 'gu');
const EAST_ASIAN_SPACE = new RegExp(
  `(?<=[，。、！？：；）」』】…])\\s+(?=[（「『【]?${SIGN})|(?<=${SIGN})\\s+(?=[，。、！？：；」』）】])`,
  'gu',
);

/** One line with single spaces, without empty brackets and without leading punctuation that earlier removals left. */
export function tidy(block: string): string {
  return block
    .replace(EAST_ASIAN_BREAK, '')
    .replace(/\s+/gu, ' ')
    .replace(/(?<=^| )(?:\( ?\)|\[ ?\])|\( \)|\[ \]|（ ?）|【 ?】|「 ?」/gu, '')
    .replace(/ {2,}/gu, ' ')
    .replace(EAST_ASIAN_SPACE, '')
    .replace(/(?<=[\p{L}\p{N})\]"”’»!?.…]) (?=[.,!?;…](?:[\s.!?]|$))/gu, '')
    .replace(/[,;、，]\s*(?=[,;、，。！？]|[.!?](?![\p{L}\p{N}=]))/gu, '')
    .replace(/^[\s,;、，]+/u, '')
    .trimEnd();
}

const ENDED = /[.!?…:;,。！？：；，、—–-]["'”’»」』）)\]]*$/u;
const EAST_ASIAN_START = new RegExp(`^[（「『【]?${SIGN}`, 'u');
const EAST_ASIAN_END = new RegExp(`${SIGN}[)）」』】"”]*$`, 'u');

/** A text of one line, and the offsets at which a paragraph ends, ascending; the last is the text's length. */
export interface JoinedBlocks {
  readonly text: string;
  readonly paragraphEnds: readonly number[];
}

/** Joins paragraphs into one line. A paragraph without final punctuation gets a full stop, so its last sentence ends there. */
export function joinBlocks(blocks: readonly string[]): JoinedBlocks {
  const parts: string[] = [];
  const paragraphEnds: number[] = [];
  let length = 0;
  blocks.forEach((block, index) => {
    const next = blocks[index + 1];
    const part = next === undefined ? block : closed(block, next);
    parts.push(part);
    length += part.length;
    paragraphEnds.push(length);
  });
  return { text: parts.join(''), paragraphEnds };
}

function closed(block: string, next: string): string {
  const end = block.slice(-20);
  const stop = ENDED.test(end) ? '' : EAST_ASIAN_END.test(end) ? '。' : '.';
  const spaceless = /[。！？：；，、…」』）】]$/u.test(end + stop) && EAST_ASIAN_START.test(next);
  return `${block}${stop}${spaceless ? '' : ' '}`;
}
