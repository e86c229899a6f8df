import { ENDED } from '../characters.js';
import type { AskedPause, TextWithPauses } from './pause-tags.js';

const SIGN = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー]';
/** East Asian lines break anywhere; no space is needed there or after East Asian punctuation. */
const EAST_ASIAN_SPACE = new RegExp(
  `(?<=${SIGN})\\n(?=[（「『【]?${SIGN})|(?<=[，。、！？：；）」』】…])\\s+(?=[（「『【]?${SIGN})|\\s+(?=[，。、！？：；」』）】])`,
  'gu',
);
/** Brackets that earlier removals have left empty. */
const EMPTY = /(?<=^|\s)(?:\(\s?\)|\[\s?\])|\(\s\)|\[\s\]|（\s?）|【\s?】|「\s?」/gu;
/** The white space before a mark, and a mark or dash before another. */
const LEFT =
  /(?<=[\p{L}\p{N})\]"”’»!?.…]) (?=[.,!?;…](?:[\s.!?]|$))|(?<=\s)[—–]\s+(?=[—–]\s)|[,;、，]\s*(?=[,;、，。！？]|[.!?](?![\p{L}\p{N}=]))/gu;

/** One line with single spaces, without empty brackets and without leading punctuation that earlier removals left. */
export function tidy(block: string): string {
  return block
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/(?: ?\n)+ ?/gu, '\n')
    .replace(EMPTY, '')
    .replace(EAST_ASIAN_SPACE, '')
    .replace(/\s+/gu, ' ')
    .replace(LEFT, '')
    .replace(/^[\s,;、，]+/u, '')
    .trimEnd();
}

/** The end of a block: of a heading, of a paragraph, list or table, or of an item, row or line before another. */
export type BlockEnd = 'heading' | 'paragraph' | 'item';

/** A text of one line. */
export interface JoinedBlocks extends TextWithPauses {
  /** Where its blocks end, ascending; the last is the text's length. */
  readonly ends: readonly { readonly offset: number; readonly kind: BlockEnd }[];
}

const EAST_ASIAN_START = new RegExp(`^[（「『【]?${SIGN}`, 'u');
const EAST_ASIAN_END = new RegExp(`${SIGN}[)）」』】"”]*$`, 'u');

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
  const kept = blocks.map(({ text }) => isKept(text));
  let text = '';
  blocks.forEach((block, index) => {
    const start = text.length;
    if (kept[index]) {
      const next = kept.indexOf(true, index + 1);
      text += next < 0 ? block.text : closed(block.text, blocks[next]?.text ?? '');
      ends.push({ offset: text.length, kind: block.end });
    }
    for (const pause of block.pauses) {
      const offset = kept[index] && pause.offset < block.text.length ? start + pause.offset : text.length;
      const before = pauses.at(-1)?.offset === offset ? (pauses.pop()?.seconds ?? 0) : 0;
      pauses.push({ offset, seconds: before + pause.seconds });
    }
  });
  return { text, ends, pauses };
}

function closed(block: string, next: string): string {
  const end = block.slice(-20);
  const stop = ENDED.test(end) ? '' : EAST_ASIAN_END.test(end) ? '。' : '.';
  const isSpaceless = /[。！？：；，、…」』）】]$/u.test(end + stop) && EAST_ASIAN_START.test(next);
  return `${block}${stop}${isSpaceless ? '' : ' '}`;
}
