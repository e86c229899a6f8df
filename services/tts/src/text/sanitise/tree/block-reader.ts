import { Parser } from 'htmlparser2';
import { isBlock, isHidden } from './elements.js';
import { type Mark, MarkedText } from './marked-text.js';

/** A block of a document. Only a row of a table has several cells. */
export interface Block {
  readonly kind: 'heading' | 'paragraph' | 'item' | 'row' | 'code';
  readonly cells: readonly MarkedText[];
}

interface Cell {
  text: string;
  marks: Mark[];
}

interface Open {
  readonly name: string;
  readonly cell: Cell | undefined;
  readonly start: number;
  /** What the innermost element around it makes of a block. */
  readonly kind: Block['kind'];
  readonly isHidden: boolean;
  readonly isCode: boolean;
}
const ROOT: Open = { name: '', cell: undefined, start: 0, kind: 'paragraph', isHidden: false, isCode: false };

/** The kind of a block is that of the innermost of these elements around it. */
const KINDS: Readonly<Record<string, Block['kind']>> = {
  ...{ h1: 'heading', h2: 'heading', h3: 'heading', h4: 'heading', h5: 'heading', h6: 'heading', title: 'heading' },
  ...{ li: 'item', dt: 'item', dd: 'item', option: 'item', tr: 'row', td: 'row', th: 'row', pre: 'code' },
};
/** What is said as it is written. */
const VERBATIM = new Set(['code', 'kbd', 'samp', 'tt', 'var']);
const ASIDE = new Set(['em', 'i']);
type Attributes = Readonly<Record<string, string | number>>;
const NONE: Attributes = {};

/** Reads HTML into its blocks. Linear in its length. */
export function readHtml(html: string): Block[] {
  const reader = new BlockReader();
  readInto(reader, html);
  return reader.end();
}

/** Reads HTML that is complete in itself. */
export function readInto(reader: BlockReader, html: string): void {
  new Parser(
    {
      ontext: (text) => reader.text(text),
      onopentag: (name, attributes) => reader.open(name, attributes),
      onclosetag: (name) => reader.close(name),
    },
    { recognizeSelfClosing: true },
  ).end(html);
}

/** Puts the elements and texts of a document into blocks. `para` is a paragraph of Markdown. */
export class BlockReader {
  readonly #blocks: Block[] = [];
  readonly #open: Open[] = [];
  #top = ROOT;
  /** How often an element is open. */
  readonly #depths = new Map<string, number>();
  /** The number of the next item of each list, NaN where items have none. */
  readonly #lists: number[] = [];
  #kind: Block['kind'] | undefined;
  #cells: Cell[] = [];
  #cell: Cell | undefined;
  #isBroken = false;
  /** Where the last strong part of the cell begins: what is stressed twice is no aside. */
  #strong = -1;
  /** The mark of an item, before its first text. */
  #mark = '';

  text(text: string): void {
    if (this.#top.isHidden) return;
    // Tabs within a line divide cells.
    const written = this.#top.isCode
      ? text
      : text.replace(/\s+/gu, (space) => (/^ *\t[ \t]*$/u.test(space) ? '\t' : ' '));
    if (!this.#cell && written.trim() === '') return;
    const cell = this.#current();
    // A sentence that goes on after a `<br>` is not divided.
    if (this.#isBroken) cell.text += /^\s*\p{Ll}/u.test(written) ? ' ' : '\n';
    this.#isBroken = false;
    cell.text += written;
  }

  /** The end of a line of Markdown. */
  endLine(): void {
    if (this.#cell && !this.#top.isHidden) this.#cell.text += this.#top.name === 'para' ? '\n' : ' ';
  }

  open(name: string, attributes: Attributes = NONE): void {
    if (name === 'br') this.#isBroken = this.#cell !== undefined;
    else if (name === 'img' || name === 'input') this.text(' ');
    else if (name === 'td' || name === 'th') this.#nextCell();
    else if (isBlock(name)) this.#endBlock();
    if (name === 'ol') this.#lists.push(Number(attributes.start ?? 1));
    else if (name === 'ul') this.#lists.push(Number.NaN);
    else if (name === 'li') this.#beginItem(attributes);
    const { kind, isHidden: isAround, isCode } = this.#top;
    const isQuiet = isAround || isHidden(name);
    const cell = this.#cell ?? (VERBATIM.has(name) || ASIDE.has(name) ? this.#current() : undefined);
    const start = cell?.text.length ?? 0;
    if (name === 'strong') this.#strong = start;
    this.#top = { name, cell, start, kind: KINDS[name] ?? kind, isHidden: isQuiet, isCode: isCode || name === 'pre' };
    this.#open.push(this.#top);
    this.#depths.set(name, (this.#depths.get(name) ?? 0) + 1);
  }

  /** Closes an element with those that are open in it; where it is not open, nothing but a paragraph. */
  close(name: string): void {
    if (!this.#depths.get(name)) {
      if (name === 'p') this.#endBlock();
      return;
    }
    while (this.#top.name !== name) this.#closeTop();
    this.#closeTop();
  }

  end(): Block[] {
    this.#endBlock();
    return this.#blocks;
  }

  #closeTop(): void {
    const { name, cell, start } = this.#open.pop() ?? ROOT;
    this.#top = this.#open.at(-1) ?? ROOT;
    this.#depths.set(name, (this.#depths.get(name) ?? 0) - 1);
    if (name === 'ol' || name === 'ul') this.#lists.pop();
    else if (name === 'li') this.#mark = '';
    if (cell && cell === this.#cell) {
      if (VERBATIM.has(name)) cell.marks.push({ kind: 'verbatim', start, end: cell.text.length });
      else if (ASIDE.has(name) && this.#strong < start && this.#top.name !== 'strong')
        cell.marks.push({ kind: 'aside', start, end: cell.text.length });
    }
    if (isBlock(name) && name !== 'td' && name !== 'th') this.#endBlock();
  }

  #beginItem(attributes: Attributes): void {
    const number = Number(attributes.value ?? this.#lists.at(-1) ?? Number.NaN);
    this.#lists.splice(-1, 1, number + 1);
    const mark = attributes['data-mark']?.toString() ?? (Number.isNaN(number) ? '' : `${number}.`);
    this.#mark = [this.#mark, mark].filter(Boolean).join(' ');
  }

  #current(): Cell {
    if (!this.#cell) {
      this.#cell = { text: this.#mark === '' ? '' : `${this.#mark} `, marks: [] };
      this.#mark = '';
      this.#cells.push(this.#cell);
      this.#kind ??= this.#top.kind;
    }
    return this.#cell;
  }

  #nextCell(): void {
    if (this.#kind === 'row') this.#cell = undefined;
    else this.#endBlock();
  }

  #endBlock(): void {
    const cells = this.#cells
      .filter(({ text }) => text.trim() !== '')
      .map(({ text, marks }) => new MarkedText(text, marks));
    if (this.#kind && cells.length > 0) this.#blocks.push({ kind: this.#kind, cells });
    this.#kind = undefined;
    this.#cells = [];
    this.#strong = -1;
    this.#cell = undefined;
    this.#isBroken = false;
  }
}
