import { BLOCK_BREAK, withoutEmphasis } from './emphasis.js';
import { withoutReferences, withoutTags } from './html.js';

const QUOTE_AND_LIST_MARKS = /^(?:[ \t]{0,100}(?:>|[-+*](?=[ \t])|#{1,6}(?=[ \t]|$)|\[[ xX]\](?=[ \t])))+[ \t]*/u;
const ORDERED_MARK = /^[ \t]*\d{1,9}[.)][ \t]+/u;
const RULE = /^[ \t]*(?:[-=_*~#|:+][ \t]*)+$/u;
const FENCE = /^[ \t>]*(?:```|~~~)/u;
const DEFINITION = /^[ \t]{0,3}\[(?!\^)[^[\]]{1,200}\]:[ \t]*\S+/u;
const LINKS = /!?\[([^[\]\n]{0,500})\](?:\([^()\n]{0,1000}\)|\[[^[\]\n]{0,200}\])/gu;
const FOOTNOTES = /\[\^[^[\]\s]{1,50}\]:?/gu;
const ESCAPES = /\\([!-/:-@[-`{-~])/gu;

/**
 * The blocks of a text without their markdown, read line by line: for what a full parser would take too long over. Every
 * step is linear in the length of the text.
 */
export function scannedBlocks(source: string): string[] {
  const lines = source.split('\n');
  const ordered = lines.filter((line) => ORDERED_MARK.test(line)).length > 1;
  const table = lines.some((line) => line.includes('|') && line.includes('-') && RULE.test(line));
  const blocks: string[] = [];
  let paragraph: string[] = [];
  const close = (): void => {
    if (paragraph.length > 0) blocks.push(paragraph.join('\n'));
    paragraph = [];
  };
  for (const line of lines) {
    if (line.trim() === '' || FENCE.test(line) || RULE.test(line) || DEFINITION.test(line)) {
      close();
      continue;
    }
    const isHeading = /^[ \t>]*#/u.test(line);
    const unmarked = line.replace(QUOTE_AND_LIST_MARKS, '');
    const marked = isHeading ? unmarked.replace(/[ \t]#+[ \t]*$/u, '') : unmarked;
    const bare = ordered ? marked.replace(ORDERED_MARK, '') : marked;
    const opensBlock = bare.length < line.trimStart().length && !/^[ \t]*>/u.test(line);
    const row = table && bare.includes('|');
    if (opensBlock || row) close();
    paragraph.push(row ? cells(bare) : bare);
    if (row || isHeading) close();
  }
  close();
  return inlineText(blocks.join(BLOCK_BREAK)).split(BLOCK_BREAK);
}

function cells(row: string): string {
  return row
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(', ');
}

function inlineText(text: string): string {
  const linked = text.includes('[') ? text.replace(FOOTNOTES, '').replace(LINKS, '$1') : text;
  return withoutReferences(withoutEmphasis(withoutTags(linked)).replace(ESCAPES, '$1'));
}
