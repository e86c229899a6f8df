import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { isEmphasisedAside, type Place } from '../directions/stage-directions.js';
import { withJoinedWords } from '../pasted/line-ends.js';
import { codeWords, jsonWords, looksLikeCode } from './code.js';
import type { IsAside } from './emphasis.js';
import { type InlineText, inlineText, type References } from './inline.js';
import type { BlockMark, Leaf } from './leaf.js';
import { readLeaves } from './leaves.js';
import { protect } from './protect.js';
import { cells } from './table.js';
import { isWrapped, withoutEnclosedEnds } from './wrapped-lines.js';

/** The end of a block: of a heading, of a paragraph, list or table, or of an item, row or line before another. */
export type BlockEnd = 'heading' | 'paragraph' | 'item';

/** A paragraph, heading, list item, table row or line of code, without its Markdown. */
export interface PlainBlock {
  /** Some of its marks are protected. */
  readonly text: string;
  readonly isCode: boolean;
  /** Neither code nor a heading, an item of a list or a row of a table. */
  readonly isProse: boolean;
  readonly end: BlockEnd;
}

/** The blocks of a text. Linear in its length. */
export function plainBlocks(source: string, language: LanguageCode): PlainBlock[] {
  const { leaves, ...references } = readLeaves(source);
  return joinContinuations(leaves).flatMap((leaf, index, all) => {
    const last = endOf(leaf, all[index + 1]);
    const isProse = leaf.kind === 'text' && !isItem(leaf);
    const parts: Part[] =
      leaf.kind === 'code' && looksLikeCode(leaf.lines)
        ? codeBlocks(leaf.lines)
        : textBlocks(leaf, references, { language, isProse });
    return parts.map(({ text, end, isCode = false }, part) => ({
      text,
      isCode,
      isProse,
      end: end ?? (part === parts.length - 1 ? last : 'paragraph'),
    }));
  });
}

type Part = InlineText & { readonly isCode?: boolean };

function endOf(leaf: Leaf, next: Leaf | undefined): BlockEnd {
  if (leaf.kind === 'heading') return 'heading';
  const goesOn = next?.kind === leaf.kind && (leaf.kind === 'row' || next.continues || (isItem(leaf) && isItem(next)));
  return goesOn ? 'item' : 'paragraph';
}

const isItem = ({ marks, lines: [first = ''] }: Leaf): boolean =>
  marks.some((mark) => mark.written !== '>' && mark.isMarkup(first));

/** A mark that is no markup does not end the paragraph that it stands in. */
function joinContinuations(leaves: readonly Leaf[]): Leaf[] {
  const joined: Leaf[] = [];
  for (const leaf of leaves) {
    const last = joined.at(-1);
    const [first = '', ...more] = leaf.lines;
    const text = leaf.kind === 'text' || leaf.kind === 'heading' ? withMarks(first, leaf.marks) : first;
    const isText = text !== first;
    const lines = [text, ...more];
    const isMarkup = leaf.marks.some((mark) => mark.isMarkup(first));
    if (isText && !isMarkup && leaf.continues && last?.kind === 'text') last.lines.push(...lines);
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

function textBlocks({ kind, lines }: Leaf, references: References, place: Place): Part[] {
  const text = lines.join('\n');
  const isAside: IsAside = (all, start, end) => isEmphasisedAside(all, start, end, place);
  if (kind === 'row') {
    const spoken = cells(text).map((cell) =>
      inlineText(cell, references, isAside)
        .map((part) => part.text)
        .join(' ')
        .trim(),
    );
    return [{ text: spoken.filter(Boolean).join(', ') }];
  }
  const json = jsonWords(text);
  if (json !== undefined) return [{ text: json }];
  // A fence may also hold prose.
  if (kind === 'code') return text.split(/\n[ \t]*\n/u).map((part) => ({ text: part }));
  const joined = withJoinedWords(text);
  if (isWrapped(lines)) return inlineText(joined, references, isAside);
  return inlineText(withoutEnclosedEnds(joined), references, isAside).flatMap(inLines);
}

/** Each line of a part that is not wrapped is one for the ear as well. */
function inLines({ text, end }: InlineText): Part[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line, index) => ({ text: line, end: index < lines.length - 1 ? 'item' : end }));
}

/** Every line of code is a block. */
function codeBlocks(lines: readonly string[]): Part[] {
  const json = jsonWords(lines.join('\n'));
  if (json !== undefined) return [{ text: json }];
  return lines.map((line, index) => ({
    text: protect(codeWords(line)),
    isCode: true,
    ...(index < lines.length - 1 && { end: 'item' as const }),
  }));
}
