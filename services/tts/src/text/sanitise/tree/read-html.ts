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
}

/** The kind of a block is that of the innermost of these elements around it. */
const KINDS: Readonly<Record<string, Block['kind']>> = {
  ...{ h1: 'heading', h2: 'heading', h3: 'heading', h4: 'heading', h5: 'heading', h6: 'heading', title: 'heading' },
  ...{ li: 'item', dt: 'item', dd: 'item', option: 'item', tr: 'row', td: 'row', th: 'row', pre: 'code' },
};
/** What is said as it is written. */
const VERBATIM = new Set(['code', 'kbd', 'samp', 'tt', 'var']);
const ASIDE = new Set(['em', 'i']);

/** Reads HTML into its blocks; also that which {@link renderMarkdown} writes. Linear in its length. */
export function readHtml(html: string): Block[] {
  const reader = new Reader();
  new Parser(
    {
      ontext: (text) => reader.text(text),
      onopentag: (name, attributes) => reader.open(name, attributes),
      onclosetag: (name) => reader.close(name),
    },
    { recognizeSelfClosing: true },
  ).end(html);
  return reader.end();
}

class Reader {
  readonly #blocks: Block[] = [];
  readonly #open: Open[] = [];
  /** The number of the next item of each list, NaN where items have none. */
  readonly #lists: number[] = [];
  #kind: Block['kind'] | undefined;
  #cells: Cell[] = [];
  #cell: Cell | undefined;
  #hidden = 0;
  #isBroken = false;
  /** Where the last strong part of the cell begins: what is stressed twice is no aside. */
  #strong = -1;
  /** The mark of an item, before its first text. */
  #mark = '';

  text(text: string): void {
    if (this.#hidden > 0) return;
    const isCode = this.#open.some(({ name }) => name === 'pre');
    const written = isCode ? text : text.replace(/\s+/gu, ' ');
    if (!this.#cell && written.trim() === '') return;
    const cell = this.#current();
    // A sentence that goes on after a `<br>` is not divided.
    if (this.#isBroken) cell.text += /^\s*\p{Ll}/u.test(written) ? ' ' : '\n';
    this.#isBroken = false;
    cell.text += written;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'nl') {
      if (this.#cell) this.#cell.text += this.#open.at(-1)?.name === 'para' ? '\n' : ' ';
    } else if (name === 'br') this.#isBroken = this.#cell !== undefined;
    else if (name === 'img' || name === 'input') this.text(' ');
    else if (name === 'td' || name === 'th') this.#nextCell();
    else if (isBlock(name)) this.#endBlock();
    if (name === 'ol') this.#lists.push(Number(attributes.start ?? 1));
    else if (name === 'ul') this.#lists.push(Number.NaN);
    else if (name === 'li') this.#beginItem(attributes);
    if (isHidden(name)) this.#hidden += 1;
    const cell = this.#cell ?? (VERBATIM.has(name) || ASIDE.has(name) ? this.#current() : undefined);
    if (name === 'strong') this.#strong = cell?.text.length ?? 0;
    this.#open.push({ name, cell, start: cell?.text.length ?? 0 });
  }

  close(name: string): void {
    const opened = this.#open.pop();
    if (isHidden(name)) this.#hidden -= 1;
    if (name === 'ol' || name === 'ul') this.#lists.pop();
    else if (name === 'li') this.#mark = '';
    if (opened?.cell && opened.cell === this.#cell) {
      const { cell, start } = opened;
      if (VERBATIM.has(name)) cell.marks.push({ kind: 'verbatim', start, end: cell.text.length });
      else if (ASIDE.has(name) && this.#strong < start && this.#open.at(-1)?.name !== 'strong')
        cell.marks.push({ kind: 'aside', start, end: cell.text.length });
    }
    if (isBlock(name) && name !== 'td' && name !== 'th') this.#endBlock();
  }

  end(): Block[] {
    this.#endBlock();
    return this.#blocks;
  }

  #beginItem(attributes: Readonly<Record<string, string>>): void {
    const number = Number(attributes.value ?? this.#lists.at(-1) ?? Number.NaN);
    this.#lists.splice(-1, 1, number + 1);
    const mark = attributes['data-mark'] ?? (Number.isNaN(number) ? '' : `${number}.`);
    this.#mark = [this.#mark, mark].filter(Boolean).join(' ');
  }

  #current(): Cell {
    if (!this.#cell) {
      this.#cell = { text: this.#mark === '' ? '' : `${this.#mark} `, marks: [] };
      this.#mark = '';
      this.#cells.push(this.#cell);
      this.#kind ??= KINDS[this.#open.findLast(({ name }) => name in KINDS)?.name ?? ''] ?? 'paragraph';
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
