import { withJoinedWords } from '../pasted/line-ends.js';
import { codeWords, jsonWords, looksLikeCode } from './code.js';
import { inlineText, type References } from './inline.js';
import type { BlockMark, Leaf } from './leaf.js';
import { readLeaves } from './leaves.js';
import { protect } from './protect.js';
import { cells } from './table.js';

/** A paragraph, heading, list item, table row or line of code, without its Markdown. */
export interface PlainBlock {
  /** Some of its marks are protected. */
  readonly text: string;
  readonly isCode: boolean;
}

/** The blocks of a text. Linear in its length. */
export function plainBlocks(source: string): PlainBlock[] {
  const { leaves, ...references } = readLeaves(source);
  return joinContinuations(leaves).flatMap((leaf) => {
    if (leaf.kind === 'code' && looksLikeCode(leaf.lines)) return codeBlocks(leaf.lines);
    return textBlocks(leaf, references).map((text) => ({ text, isCode: false }));
  });
}

/** A mark that is no markup does not end the paragraph that it stands in. */
function joinContinuations(leaves: readonly Leaf[]): Leaf[] {
  const joined: Leaf[] = [];
  for (const leaf of leaves) {
    const last = joined.at(-1);
    const [first = '', ...more] = leaf.lines;
    const text = leaf.kind === 'text' ? withMarks(first, leaf.marks) : first;
    const isText = text !== first;
    const lines = [text, ...more];
    const isItem = leaf.marks.some((mark) => mark.isMarkup(first));
    if (isText && !isItem && leaf.continues && last?.kind === 'text') last.lines.push(...lines);
    else joined.push({ ...leaf, lines });
  }
  return joined;
}

/** The first line of a block with those of its marks that are numbers or begin a sentence. */
function withMarks(line: string, marks: readonly BlockMark[]): string {
  return marks.reduceRight(
    (text, mark) => (mark.isMarkup(text) && !mark.isSpoken ? text : `${mark.written} ${text}`),
    line,
  );
}

function textBlocks({ kind, lines }: Leaf, references: References): string[] {
  const text = lines.join('\n');
  if (kind === 'row') {
    return [
      cells(text)
        .map((cell) => inlineText(cell, references).join(' ').trim())
        .filter(Boolean)
        .join(', '),
    ];
  }
  const json = jsonWords(text);
  if (json !== undefined) return [json];
  // A fence may also hold prose.
  return kind === 'code' ? text.split(/\n[ \t]*\n/u) : inlineText(withJoinedWords(text), references);
}

/** Every line of code is a block. */
function codeBlocks(lines: readonly string[]): PlainBlock[] {
  const json = jsonWords(lines.join('\n'));
  if (json !== undefined) return [{ text: json, isCode: false }];
  return lines.map((line) => ({ text: protect(codeWords(line)), isCode: true }));
}
