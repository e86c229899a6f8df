import { blockBreak, withoutEmphasis } from './emphasis.js';
import { withoutReferences, withoutTags } from './html.js';

const quoteAndListMarks = /^(?:[ \t]{0,100}(?:>|[-+*](?=[ \t])|#{1,6}(?=[ \t]|$)|\[[ xX]\](?=[ \t])))+[ \t]*/u;
const orderedMark = /^[ \t]*\d{1,9}[.)][ \t]+/u;
const rule = /^[ \t]*(?:[-=_*~#|:+][ \t]*)+$/u;
const fence = /^[ \t>]*(?:```|~~~)/u;
const definition = /^[ \t]{0,3}\[(?!\^)[^[\]]{1,200}\]:[ \t]*\S+/u;
const links = /!?\[([^[\]\n]{0,500})\](?:\([^()\n]{0,1000}\)|\[[^[\]\n]{0,200}\])/gu;
const footnotes = /\[\^[^[\]\s]{1,50}\]:?/gu;
const escapes = /\\([!-/:-@[-`{-~])/gu;

/**
 * The blocks of a text without their markdown, read line by line: for what a full parser would take too long over. Every
 * step is linear in the length of the text.
 */
export function scannedBlocks(source: string): string[] {
  const lines = source.split('\n');
  const ordered = lines.filter((line) => orderedMark.test(line)).length > 1;
  const table = lines.some((line) => line.includes('|') && line.includes('-') && rule.test(line));
  const blocks: string[] = [];
  let paragraph: string[] = [];
  const close = (): void => {
    if (paragraph.length > 0) blocks.push(paragraph.join('\n'));
    paragraph = [];
  };
  for (const line of lines) {
    if (line.trim() === '' || fence.test(line) || rule.test(line) || definition.test(line)) {
      close();
      continue;
    }
    const isHeading = /^[ \t>]*#/u.test(line);
    const unmarked = line.replace(quoteAndListMarks, '');
    const marked = isHeading ? unmarked.replace(/[ \t]#+[ \t]*$/u, '') : unmarked;
    const bare = ordered ? marked.replace(orderedMark, '') : marked;
    const opensBlock = bare.length < line.trimStart().length && !/^[ \t]*>/u.test(line);
    const row = table && bare.includes('|');
    if (opensBlock || row) close();
    paragraph.push(row ? cells(bare) : bare);
    if (row || isHeading) close();
  }
  close();
  return inlineText(blocks.join(blockBreak)).split(blockBreak);
}

function cells(row: string): string {
  return row
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(', ');
}

function inlineText(text: string): string {
  const linked = text.includes('[') ? text.replace(footnotes, '').replace(links, '$1') : text;
  return withoutReferences(withoutEmphasis(withoutTags(linked)).replace(escapes, '$1'));
}
