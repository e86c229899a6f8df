import { decodeHTMLStrict } from 'entities/decode';
import { withFormulas } from '../pasted/latex.js';
import { removeSymbols } from '../symbols.js';
import { withProtectedCode } from './code-spans.js';
import type { Definitions } from './definitions.js';
import { BLOCK_BREAK, type IsAside, withoutEmphasis } from './emphasis.js';
import { Tags } from './html.js';
import { targetEnd } from './link-targets.js';
import { protect, protectEmphasis } from './protect.js';

/** What the text of a document may refer to. */
export interface References {
  readonly definitions: Definitions;
  readonly footnotes: ReadonlySet<string>;
}

const SPECIAL = /[\\<&\]]|!?\[|https?:\/\/|www\./giu;
const ESCAPE = /\\([!-/:-@[-`{-~])/uy;
const ESCAPED_EMPHASIS = /(?:\\[*_~])+/uy;
const HARD_BREAK = /\\\n/uy;
const AUTOLINK = /<((?:[a-z][a-z0-9+.-]{1,31}:[^\s<>]{0,2000})|[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w.-]{1,255})>/iuy;
const REFERENCE = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});/iuy;
const ADDRESS = /(?:https?:\/\/|www\.)[^\s<>()[\]*`]+/iuy;
const FOOTNOTE = /\[\^([^[\]\s]{1,50})\]:?/uy;
const LABEL = /\[((?:[^[\]\\]|\\.){0,500})\]/uy;
/** A word with a backslash before a letter is a path or a regular expression, and none of its marks is markup. */
const PATTERN = /\\[a-z]/iu;
const OUTER_EMPHASIS = /^(?:[*_~`("'“]*)|(?:[*_~`)"'”.,;:!?]*)$/gu;

/** Control characters, of which a text has none: what kind of block ends at a break. */
const [HEADING_END, ITEM_END] = ['\u001d', '\u001e'];
const LEAVES = {
  none: '',
  space: ' ',
  cell: ', ',
  item: BLOCK_BREAK + ITEM_END,
  block: BLOCK_BREAK,
  heading: BLOCK_BREAK + HEADING_END,
} as const;
const BREAK = new RegExp(`${BLOCK_BREAK}([${HEADING_END}${ITEM_END}]?)`, 'u');

/** A part of a block. */
export interface InlineText {
  readonly text: string;
  /** The kind of block that HTML ends there; undefined where the whole block ends. */
  readonly end?: 'heading' | 'paragraph' | 'item' | undefined;
}

interface Bracket {
  /** Index of its mark in the output. */
  readonly index: number;
  /** Offset of its content in the text. */
  readonly start: number;
  readonly mark: string;
  hasBrackets: boolean;
}

/** The text of a block without its markup; an HTML element may divide it. Linear in the length of the text. */
export function inlineText(text: string, references: References, isAside: IsAside): InlineText[] {
  const plain = withoutPatterns(withFormulas(withProtectedCode(text), protect));
  const parts: { text: string; end?: InlineText['end'] }[] = [];
  // Of several breaks with nothing between them the greatest counts.
  withoutEmphasis(new InlineReader(plain, references).read(), isAside)
    .split(BREAK)
    .forEach((written, index) => {
      const last = parts.at(-1);
      if (index % 2 === 0) {
        if (written.trim() !== '') parts.push({ text: written });
      } else if (last && (written === HEADING_END || last.end === 'heading')) last.end = 'heading';
      else if (last) last.end = written === ITEM_END && last.end !== 'paragraph' ? 'item' : 'paragraph';
    });
  return parts;
}

class InlineReader {
  readonly #text: string;
  readonly #references: References;
  readonly #tags: Tags;
  readonly #output: string[] = [];
  readonly #brackets: Bracket[] = [];

  constructor(text: string, references: References) {
    this.#text = text;
    this.#references = references;
    this.#tags = new Tags(text);
  }

  read(): string {
    let position = 0;
    SPECIAL.lastIndex = 0;
    for (;;) {
      SPECIAL.lastIndex = position;
      const found = SPECIAL.exec(this.#text);
      this.#output.push(this.#text.slice(position, found?.index));
      if (!found) return this.#output.join('');
      position = found.index + this.#readSpecial(found[0], found.index);
    }
  }

  /** @returns the number of UTF-16 units read */
  #readSpecial(special: string, offset: number): number {
    switch (special) {
      case '\\':
        return this.#backslash(offset);
      case '<':
        return this.#angle(offset);
      case '&':
        return this.#reference(offset);
      case ']':
        return this.#closeBracket(offset);
      case '[':
      case '![':
        return this.#openBracket(special, offset);
      default:
        return this.#address(offset);
    }
  }

  #push(text: string, read: number): number {
    this.#output.push(text);
    return read;
  }

  #match(pattern: RegExp, offset: number): RegExpExecArray | null {
    pattern.lastIndex = offset;
    return pattern.exec(this.#text);
  }

  #backslash(offset: number): number {
    if (this.#match(HARD_BREAK, offset)) return this.#push('\n', 2);
    const marks = this.#match(ESCAPED_EMPHASIS, offset)?.[0];
    if (marks !== undefined) {
      const isInWord =
        /\w/u.test(this.#text[offset - 1] ?? ' ') && /\w/u.test(this.#text[offset + marks.length] ?? ' ');
      // At the edge of a word nobody reads them aloud, escaped or not: `\*stressed\*`.
      const written = marks.replaceAll('\\', '');
      return this.#push(isInWord ? protect(written) : written, marks.length);
    }
    const mark = this.#match(ESCAPE, offset)?.[1];
    return mark === undefined ? this.#push('\\', 1) : this.#push(protect(mark), 2);
  }

  #angle(offset: number): number {
    const link = this.#match(AUTOLINK, offset);
    if (link) return this.#push(protectEmphasis(link[1] ?? ''), link[0].length);
    const markup = this.#tags.at(offset);
    return markup ? this.#push(LEAVES[markup.leaves], markup.length) : this.#push('<', 1);
  }

  #reference(offset: number): number {
    const written = this.#match(REFERENCE, offset)?.[0];
    if (written === undefined) return this.#push('&', 1);
    const decoded = decodeHTMLStrict(written);
    if (decoded === written) return this.#push('&', 1);
    return this.#push(protect(removeSymbols(decoded.replaceAll('\n', ' '))), written.length);
  }

  #address(offset: number): number {
    const address = this.#match(ADDRESS, offset)?.[0];
    return address === undefined
      ? this.#push(this.#text[offset] ?? '', 1)
      : this.#push(protectEmphasis(address), address.length);
  }

  #openBracket(mark: string, offset: number): number {
    const footnote = mark === '[' ? this.#match(FOOTNOTE, offset) : null;
    if (footnote && (this.#references.footnotes.has(footnote[1] ?? '') || /^\d+$/u.test(footnote[1] ?? ''))) {
      return footnote[0].length;
    }
    const outer = this.#brackets.at(-1);
    if (outer) outer.hasBrackets = true;
    this.#brackets.push({ index: this.#output.length, start: offset + mark.length, mark, hasBrackets: false });
    return this.#push(mark, mark.length);
  }

  #closeBracket(offset: number): number {
    const bracket = this.#brackets.pop();
    const read = bracket && this.#link(bracket, offset);
    if (!bracket || read === undefined) return this.#push(']', 1);
    this.#output[bracket.index] = '';
    return read;
  }

  /** What a link reads from its `]` on, `undefined` if the brackets are none. */
  #link({ start, mark, hasBrackets }: Bracket, offset: number): number | undefined {
    const { definitions } = this.#references;
    const text = this.#text;
    const end = targetEnd(text, offset + 1);
    if (end !== undefined && !this.#isCall(start - mark.length, text.slice(offset + 2, end - 1))) return end - offset;
    const label = this.#match(LABEL, offset + 1);
    if (label && label[1] !== '' && definitions.has(label[1] ?? '')) return 1 + label[0].length;
    const isCollapsed = label?.[1] === '';
    if (hasBrackets || !(definitions.has(text.slice(start, offset)) || (isCollapsed && this.#isLabel(start, offset))))
      return undefined;
    return isCollapsed ? 3 : 1;
  }

  /** `[text][]` is markup even where its definition is missing, `int[][]` and `b[1][]` are not. */
  #isLabel(start: number, end: number): boolean {
    return !/[\w)\]]/u.test(this.#text[start - 2] ?? ' ') && this.#text.slice(start, end).trim() !== '';
  }

  /** `handlers[0](event)`: an index and a call, if neither brackets nor target look like a link. */
  #isCall(offset: number, target: string): boolean {
    return /[\w)\]]/u.test(this.#text[offset - 1] ?? ' ') && !/[/.#:@?]/u.test(target) && target !== '';
  }
}

function withoutPatterns(text: string): string {
  if (!PATTERN.test(text)) return text;
  return text.replace(/\S+/gu, (word) => {
    if (!PATTERN.test(word)) return word;
    const [before = '', after = ''] = word.match(OUTER_EMPHASIS) ?? [];
    if (before.length + after.length >= word.length) return word;
    return before + protect(word.slice(before.length, word.length - after.length)) + after;
  });
}
