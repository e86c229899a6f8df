import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { isEmphasisedAction } from '../stage-directions.js';
import { withoutEmphasis } from './emphasis.js';
import { withoutTags } from './html.js';

type Root = ReturnType<typeof fromMarkdown>;
type Node = Root | Root['children'][number];

const SYNTAX = [gfm({ singleTilde: false }), { disable: { null: ['codeIndented'] } }];
// The trees' own search for addresses is not needed: the syntax has found those that matter.
const TREES = gfmFromMarkdown().map(({ transforms: _, ...tree }) => tree);

/** The paragraphs, headings, list items and table rows of a text, without their markdown. */
export function parsedBlocks(source: string): string[] {
  return blocksOf(fromMarkdown(source, { extensions: SYNTAX, mdastExtensions: TREES }), source);
}

function blocksOf(node: Node, source: string): string[] {
  switch (node.type) {
    case 'root':
    case 'footnoteDefinition':
    case 'listItem':
      return node.children.flatMap((child) => blocksOf(child, source));
    case 'blockquote':
    case 'list': {
      const blocks = node.children.flatMap((child) => blocksOf(child, source));
      const mark = meaningfulMark(node, source);
      return mark === '' ? blocks : [`${mark} ${blocks[0] ?? ''}`, ...blocks.slice(1)];
    }
    case 'table':
      return node.children.map((row) =>
        row.children
          .map((cell) => inlineText(cell, source).trim())
          .filter(Boolean)
          .join(', '),
      );
    case 'code':
      return node.value.split(/\n[ \t]*\n/u);
    case 'definition':
    case 'thematicBreak':
      return [];
    case 'html':
      return [withoutTags(node.value)];
    default:
      return [inlineText(node, source)];
  }
}

/** `1. Mai`, `- 5 Grad` and `> 5` begin sentences, not lists or quotations. */
function meaningfulMark(node: Extract<Node, { type: 'list' | 'blockquote' }>, source: string): string {
  const written = source.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0);
  if (node.children.length > 1 || written.includes('\n')) return '';
  if (node.type === 'list' && node.ordered) return /^\d+[.)]/u.exec(written)?.[0] ?? '';
  return /^([-+>])\s*\p{N}/u.exec(written)?.[1] ?? '';
}

function inlineText(node: Node, source: string): string {
  switch (node.type) {
    case 'text':
      // What the parser left of `**“word”**next`, whose closing mark it cannot see between punctuation and a letter.
      return /\*\*|~~|__/u.test(node.value) ? withoutEmphasis(node.value) : node.value;
    case 'inlineCode':
      return node.value;
    case 'html':
      return withoutTags(node.value);
    case 'break':
      return '\n';
    case 'image':
    case 'imageReference':
      return node.alt ?? '';
    case 'footnoteReference':
      return '';
    case 'emphasis':
      return emphasised(node, source);
    default:
      return childText(node, source);
  }
}

function childText(node: Node, source: string): string {
  return 'children' in node ? node.children.map((child) => inlineText(child, source)).join('') : '';
}

function emphasised(node: Extract<Node, { type: 'emphasis' }>, source: string): string {
  const content = childText(node, source);
  const start = node.position?.start.offset ?? 0;
  const end = node.position?.end.offset ?? 0;
  const multiplies = /[\p{Script=Latin}\p{Script=Cyrillic}\p{N}]\*[\p{Script=Latin}\p{Script=Cyrillic}\p{N}]$/u;
  if (source[start] !== '*') return content;
  const isProduct =
    multiplies.test(source.slice(Math.max(0, start - 2), start + 2)) || multiplies.test(source.slice(end - 2, end + 1));
  return isProduct || isEmphasisedAction(source, start, end) ? `*${content}*` : content;
}
