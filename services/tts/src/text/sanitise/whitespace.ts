import type { SanitisedText } from './sanitise.js';

const eastAsianBreak =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}，。、！？：；）」』】])\s*\n\s*(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}（「『【])/gu;

/** One line with single spaces; nothing before a closing mark that a removal left alone. */
export function tidy(block: string): string {
  return block
    .replace(eastAsianBreak, '')
    .replace(/\s+/gu, ' ')
    .replace(/(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}，。、！？]) (?=[，。、！？])/gu, '')
    .replace(/(?<=[\p{L}\p{N})\]"”’»]) (?=[.,!?;](?:\s|$))/gu, '')
    .replace(/^[\s,;、，]+/u, '')
    .trimEnd();
}

const ended = /[\p{P}…]["'”’»」』）)\]]*$/u;
const eastAsianEnd = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][)）」』】"”]*$/u;

/** Joins paragraphs into one line; one that ends without punctuation gets its full stop, so that a sentence ends there. */
export function joinBlocks(blocks: readonly string[]): SanitisedText {
  let text = '';
  const paragraphEnds: number[] = [];
  blocks.forEach((block, index) => {
    const last = index === blocks.length - 1;
    text += block;
    if (!last && !ended.test(block.slice(-20))) text += eastAsianEnd.test(block.slice(-20)) ? '。' : '.';
    if (!last) text += ' ';
    paragraphEnds.push(text.length);
  });
  return { text, paragraphEnds };
}
