const sign = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー]';
/** East Asian text is broken anywhere, and needs no space there nor after its own punctuation. */
const eastAsianBreak = new RegExp(`(?<=${sign})[^\\S\\n]*\\n\\s*(?=[（「『【]?${sign})`, 'gu');
const eastAsianSpace = new RegExp(
  `(?<=[，。、！？：；）」』】…])\\s+(?=[（「『【]?${sign})|(?<=${sign})\\s+(?=[，。、！？：；」』）】])`,
  'gu',
);

/** One line with single spaces; brackets that a removal emptied go, and marks that it left in front. */
export function tidy(block: string): string {
  return block
    .replace(eastAsianBreak, '')
    .replace(/\s+/gu, ' ')
    .replace(/(?<=^| )(?:\( ?\)|\[ ?\])|\( \)|\[ \]|（ ?）|【 ?】|「 ?」/gu, '')
    .replace(/ {2,}/gu, ' ')
    .replace(eastAsianSpace, '')
    .replace(/(?<=[\p{L}\p{N})\]"”’»!?.…]) (?=[.,!?;…](?:[\s.!?]|$))/gu, '')
    .replace(/[,;、，]\s*(?=[,;、，.!?。！？])/gu, '')
    .replace(/^[\s,;、，]+/u, '')
    .trimEnd();
}

const ended = /[.!?…:;,。！？：；，、—–-]["'”’»」』）)\]]*$/u;
const eastAsianStart = new RegExp(`^[（「『【]?${sign}`, 'u');
const eastAsianEnd = new RegExp(`${sign}[)）」』】"”]*$`, 'u');

/** A text of one line, and the offsets at which a paragraph ends, ascending; the last is the text's length. */
export interface JoinedBlocks {
  readonly text: string;
  readonly paragraphEnds: readonly number[];
}

/** Joins paragraphs into one line; one that ends without punctuation gets its full stop, so that a sentence ends there. */
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
  const stop = ended.test(end) ? '' : eastAsianEnd.test(end) ? '。' : '.';
  const spaceless = /[。！？：；，、…」』）】]$/u.test(end + stop) && eastAsianStart.test(next);
  return `${block}${stop}${spaceless ? '' : ' '}`;
}
