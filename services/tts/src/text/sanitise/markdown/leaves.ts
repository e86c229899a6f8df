import { looksLikeCode } from './code.js';
import { Containers } from './containers.js';
import { Definitions } from './definitions.js';
import { Fences } from './fences.js';
import { HiddenBlocks } from './hidden-blocks.js';
import type { BlockMark, Leaf } from './leaf.js';
import { isBoundedRow, isDelimiterRow } from './table.js';

const HEADING = /^ {0,3}#{1,6}(?: |$)/u;
const RULE = /^[ \t]*(?:[-=_*~#|:+][ \t]*)+$/u;
/** Below a single line it makes a heading of it. */
const UNDERLINE = /^(?:=+|-+)$/u;
/** The title of a callout: `> [!NOTE]`. */
const CALLOUT = /^\[!(\p{L}{1,20})\][+-]?$/u;
const FOOTNOTE = /^\[\^([^[\]\s]{1,50})\]:[ \t]*/u;
const INDENTED = /^(?: {4}|$)/u;

/** The blocks of a document, and what their text may refer to. */
export interface MarkdownDocument {
  readonly leaves: readonly Leaf[];
  readonly definitions: Definitions;
  readonly footnotes: ReadonlySet<string>;
}

/**
 * Reads a document line by line into its blocks, in CommonMark's way with tables and footnotes, and three differences: an
 * unclosed fence is none, indented prose is no code, and a single item that may be the beginning of a sentence is one.
 * Linear in the length of the text.
 */
export function readLeaves(source: string): MarkdownDocument {
  return new LeafReader(source).read();
}

class LeafReader {
  readonly #lines: readonly string[];
  readonly #definitions: Definitions;
  readonly #fences: Fences;
  readonly #containers = new Containers();
  readonly #footnotes = new Set<string>();
  readonly #leaves: Leaf[] = [];
  #paragraph: Leaf | undefined;
  #isTable = false;
  /** Whether the line before is blank, or begins the document. */
  #isAfterBlank = true;
  /** Whether indented lines are code, up to a line. */
  #indented = { isCode: false, end: 0 };
  #isCodeOpen = false;
  readonly #hidden: HiddenBlocks;

  constructor(source: string) {
    this.#lines = source.split('\n').map(withoutTabs);
    this.#definitions = new Definitions(source);
    this.#fences = new Fences(this.#lines);
    this.#hidden = new HiddenBlocks(this.#lines);
  }

  read(): MarkdownDocument {
    let index = 0;
    while (index < this.#lines.length) index += this.#readLine(index);
    return { leaves: this.#leaves, definitions: this.#definitions, footnotes: this.#footnotes };
  }

  /** @returns the number of lines read */
  #readLine(index: number): number {
    const line = this.#lines[index] ?? '';
    const { rest, marks, isLazy } = this.#containers.enter(
      line,
      this.#paragraph !== undefined,
      () => !this.#isIndentedCode(index),
    );
    if (rest.trim() === '') {
      this.#blank(line, marks.length > 0);
      return 1;
    }
    const continues = this.#paragraph !== undefined && !this.#isAfterBlank;
    if (marks.length > 0) this.#close();
    if (isLazy) {
      if (this.#paragraph && !this.#endsSentence() && !this.#beginsBlock(rest, index)) {
        this.#paragraph.lines.push(rest.trim());
        return 1;
      }
      this.#close();
      this.#containers.closeUnmatched(line);
    }
    const read = this.#readLeaf(rest, index, marks, continues);
    this.#isAfterBlank = false;
    return read;
  }

  #blank(line: string, opens: boolean): void {
    this.#close();
    if (!opens) this.#containers.blank(line);
    this.#isAfterBlank = true;
    if (this.#isCodeOpen) this.#leaves.at(-1)?.lines.push('');
  }

  #readLeaf(rest: string, index: number, marks: readonly BlockMark[], continues: boolean): number {
    if (!this.#paragraph && INDENTED.test(rest) && this.#isIndentedCode(index)) {
      this.#addCode(rest.slice(4));
      return 1;
    }
    const fence = this.#fences.opening(rest, index);
    if (fence) return this.#readFence(index, fence, marks);
    const hidden = this.#hidden.opening(rest, index);
    if (hidden) {
      this.#close();
      if (hidden.after.trim() !== '') this.#add({ kind: 'text', lines: [hidden.after], marks, continues: false });
      return hidden.end - index + 1;
    }
    const text = rest.trim();
    const defined = this.#definitions.read(text, this.#lines[index + 1] ?? '', this.#lines[index + 2] ?? '');
    if (defined > 0) {
      this.#close();
      this.#containers.addBlock();
      return defined;
    }
    if (HEADING.test(rest)) {
      this.#close();
      this.#add({
        kind: 'heading',
        lines: [
          text
            .replace(/^#+ ?/u, '')
            .replace(/ *\{[#.][\w .#-]{1,100}\}$/u, '')
            .replace(/(?:^| )#+$/u, ''),
        ],
        marks,
        continues: false,
      });
      return 1;
    }
    const [, title] = CALLOUT.exec(text) ?? [];
    if (title !== undefined) {
      this.#close();
      this.#add({ kind: 'text', lines: [title], marks, continues: false });
      return 1;
    }
    if (this.#isTableLine(rest)) {
      this.#readRow(rest, marks);
      return 1;
    }
    if (RULE.test(rest)) {
      if (this.#paragraph?.lines.length === 1 && UNDERLINE.test(text)) this.#paragraph.kind = 'heading';
      this.#close();
      this.#containers.addBlock();
      return 1;
    }
    this.#readText(text, marks, continues);
    return 1;
  }

  #readText(written: string, marks: readonly BlockMark[], continues: boolean): void {
    const [note, label] = FOOTNOTE.exec(written) ?? [];
    if (label !== undefined) this.#footnotes.add(label);
    const text = written.slice(note?.length ?? 0);
    if (note !== undefined) this.#close();
    if (this.#paragraph) this.#paragraph.lines.push(text);
    else this.#paragraph = this.#add({ kind: 'text', lines: [text], marks, continues });
  }

  #readFence(index: number, fence: { indent: number; end: number }, marks: readonly BlockMark[]): number {
    this.#close();
    const lines: string[] = [];
    let next = index + 1;
    for (; next < fence.end; next += 1) {
      const content = this.#containers.content(this.#lines[next] ?? '');
      if (content === undefined) break;
      lines.push(content.slice(Math.min(fence.indent, content.length - content.trimStart().length)));
    }
    this.#add({ kind: 'code', lines, marks, continues: false });
    return next - index + (next === fence.end ? 1 : 0);
  }

  #isIndentedCode(index: number): boolean {
    if (index >= this.#indented.end) {
      let end = index + 1;
      while (end < this.#lines.length && INDENTED.test(withoutQuote(this.#lines[end] ?? ''))) end += 1;
      this.#indented = { isCode: looksLikeCode(this.#lines.slice(index, end)), end };
    }
    return this.#indented.isCode;
  }

  #addCode(line: string): void {
    const last = this.#leaves.at(-1);
    if (last && this.#isCodeOpen) last.lines.push(line);
    else this.#add({ kind: 'code', lines: [line], marks: [], continues: false });
    this.#isCodeOpen = true;
  }

  #isTableLine(rest: string): boolean {
    if (this.#isTable || isBoundedRow(rest)) return true;
    return isDelimiterRow(rest) && (this.#paragraph?.lines.at(-1)?.includes('|') ?? false);
  }

  #readRow(rest: string, marks: readonly BlockMark[]): void {
    const isDelimiter = isDelimiterRow(rest);
    const head = isDelimiter && this.#paragraph?.lines.at(-1)?.includes('|') ? this.#paragraph.lines.pop() : undefined;
    const isTable = this.#isTable || isDelimiter;
    this.#close();
    this.#isTable = isTable;
    if (head !== undefined) this.#add({ kind: 'row', lines: [head], marks: [], continues: false });
    if (!isDelimiter) this.#add({ kind: 'row', lines: [rest], marks, continues: false });
  }

  /** A reply below a quoted sentence does not continue it, though CommonMark says so. */
  #endsSentence(): boolean {
    return /[.!?:;…。！？]["'”’»)]*$/u.test(this.#paragraph?.lines.at(-1) ?? '');
  }

  /** Whether a line that leaves its containers begins a block, rather than continue the paragraph in them. */
  #beginsBlock(rest: string, index: number): boolean {
    return HEADING.test(rest) || RULE.test(rest) || this.#fences.opening(rest, index) !== undefined;
  }

  #add(leaf: Leaf): Leaf {
    this.#containers.addBlock();
    this.#leaves.push(leaf);
    this.#isCodeOpen = false;
    return leaf;
  }

  #close(): void {
    this.#paragraph = undefined;
    this.#isTable = false;
  }
}

const withoutQuote = (line: string): string => line.replace(/^ {0,3}(?:> ?)+/u, '');

/** Tabs in the indentation and after marks, as spaces up to the next column of four. */
function withoutTabs(line: string): string {
  if (!line.includes('\t')) return line;
  const [prefix = ''] = /^[\s>*+\-\d.)•]*/u.exec(line) ?? [];
  let expanded = '';
  for (const character of prefix) {
    expanded += character === '\t' ? ' '.repeat(4 - (expanded.length % 4)) : character;
  }
  return expanded + line.slice(prefix.length);
}
