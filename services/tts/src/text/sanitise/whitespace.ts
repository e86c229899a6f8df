import type { BlockEnd } from './markdown/blocks.js';
import type { AskedPause, TextWithPauses } from './pause-tags.js';

const SIGN = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー]';
/** East Asian lines break anywhere; no space is needed there or after East Asian punctuation. */
const EAST_ASIAN_BREAK = new RegExp(`(?<=${SIGN})[^\\S\\n]*\\n\\s*(?=[（「『【]?${SIGN})`, 'gu');
const EAST_ASIAN_SPACE = new RegExp(
  `(?<=[，。、！？：；）」』】…])\\s+(?=[（「『【]?${SIGN})|\\s+(?=[，。、！？：；」』）】])`,
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

/** A text of one line. */
export interface JoinedBlocks extends TextWithPauses {
  /** Where its blocks end, ascending; the last is the text's length. */
  readonly ends: readonly { readonly offset: number; readonly kind: BlockEnd }[];
}

/**
 * Joins paragraphs into one line. A paragraph without final punctuation gets a full stop, so its last sentence ends there.
 * Of a paragraph that is not to be kept, the pauses stay.
 */
export function joinBlocks(
  blocks: readonly (TextWithPauses & { readonly end: BlockEnd })[],
  isKept: (text: string) => boolean,
): JoinedBlocks {
  const ends: JoinedBlocks['ends'][number][] = [];
  const pauses: AskedPause[] = [];
  const addPause = ({ offset, seconds }: AskedPause) => {
    const last = pauses.at(-1);
    if (last?.offset === offset) pauses.splice(-1, 1, { offset, seconds: last.seconds + seconds });
    else pauses.push({ offset, seconds });
  };
  const kept = blocks.map(({ text }) => isKept(text));
  let text = '';
  blocks.forEach((block, index) => {
    const start = text.length;
    if (kept[index]) {
      const next = kept.indexOf(true, index + 1);
      text += next < 0 ? block.text : closed(block.text, blocks[next]?.text ?? '');
      ends.push({ offset: text.length, kind: block.end });
    }
    for (const { offset, seconds } of block.pauses)
      addPause({ offset: kept[index] && offset < block.text.length ? start + offset : text.length, seconds });
  });
  return { text, ends, pauses };
}

function closed(block: string, next: string): string {
  const end = block.slice(-20);
  const stop = ENDED.test(end) ? '' : EAST_ASIAN_END.test(end) ? '。' : '.';
  const spaceless = /[。！？：；，、…」』）】]$/u.test(end + stop) && EAST_ASIAN_START.test(next);
  return `${block}${stop}${spaceless ? '' : ' '}`;
}
