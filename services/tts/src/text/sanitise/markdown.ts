import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { isAction } from './action-words.js';

type Root = ReturnType<typeof fromMarkdown>;
type Node = Root | Root['children'][number];

/** Nothing in a text without these can be markdown. */
const marks = /[*_`~[\]<>&\\|#]|^\s{0,3}(?:[-+=]|\d{1,9}[.)]\s)/mu;

/** The paragraphs, headings, list items and table rows of a text, without their markdown. */
export function plainBlocks(source: string): string[] {
  return source.split(/\n[ \t]*\n/u).flatMap((block) => (marks.test(block) ? parsedBlocks(block) : [block]));
}

function parsedBlocks(source: string): string[] {
  const tree = fromMarkdown(source, {
    extensions: [gfm({ singleTilde: false }), { disable: { null: ['codeIndented'] } }],
    mdastExtensions: [gfmFromMarkdown()],
  });
  return blocksOf(tree, source);
}

function blocksOf(node: Node, source: string): string[] {
  switch (node.type) {
    case 'root':
    case 'blockquote':
    case 'footnoteDefinition':
    case 'listItem':
    case 'list':
      return node.children.flatMap((child) => blocksOf(child, source));
    case 'table':
      return node.children.map((row) => row.children.map((cell) => inline(cell, source).trim()).join(', '));
    case 'code':
      return node.value.split(/\n\s*\n/u);
    case 'definition':
    case 'thematicBreak':
      return [];
    case 'html':
      return [withoutTags(node.value)];
    default:
      return [inline(node, source)];
  }
}

const tags =
  /<!--[\s\S]*?-->|<\/?(?:a|abbr|b|blockquote|br|center|code|dd|del|details|div|dl|dt|em|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|q|s|samp|small|span|strike|strong|sub|summary|sup|table|tbody|td|th|thead|tr|tt|u|ul|var)(?:\s[^<>]*)?\/?>/giu;

const withoutTags = (html: string): string => html.replace(tags, ' ');

function inline(node: Node, source: string): string {
  switch (node.type) {
    case 'text':
    case 'inlineCode':
    case 'code':
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
    case 'emphasis': {
      const content = node.children.map((child) => inline(child, source)).join('');
      const start = node.position?.start.offset ?? 0;
      const end = node.position?.end.offset ?? 0;
      const meansTimes = /\p{N}/u.test(source[start - 1] ?? '') || /\p{N}/u.test(source[end] ?? '');
      return source[start] === '*' && (meansTimes || isAction(content)) ? `*${content}*` : content;
    }
    default:
      return 'children' in node ? node.children.map((child) => inline(child, source)).join('') : '';
  }
}
