import type { BlockMark, List } from './leaf.js';

interface Quote {
  readonly kind: 'quote';
  /** Lines with a `>` of their own. */
  lines: number;
}

interface Item {
  readonly kind: 'item';
  /** Columns by which its further lines are indented. */
  readonly indent: number;
}

/** What is left of a line inside its containers. */
export interface ContainedLine {
  readonly rest: string;
  /** The marks of the containers that it opens. */
  readonly marks: readonly BlockMark[];
  /** The line does not repeat the marks of all containers: it may be a lazy continuation. */
  readonly isLazy: boolean;
}

const QUOTE = /^ {0,3}>(?![=]) ?/u;
/** Before a number without a space it opens none: `>5 people`. */
const OPENING_QUOTE = /^ {0,3}>(?![=\p{N}]) ?/u;
const BULLET = /^ *([-+*•–—·‣⁃∙]|・)( +|$|(?<=・))/u;
const ORDERED = /^ *(\d{1,9})([.)、]|．)( +|$|(?<=[、．]))/u;
const TASK = /^\[[ xX]\](?: |$)/u;
const ONLY_MARKS = /^[ \t]*(?:[-=_*~#|:+][ \t]*)+$/u;
/** A move of chess notation, whose number is part of the game. */
const CHESS_MOVE = /^(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=[QRBN])?|O-O(?:-O)?)[+#!?]*(?:\s|$)/u;
/** Deeper marks are removed without containers of their own, which keeps the time linear. */
const MAX_DEPTH = 32;
const FURTHER_MARKS = /^ *(?:(?:>|[-+*](?= )) *)+/u;
/** After a number with a full stop, that of a day. */
const GERMAN_MONTH =
  /^(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)(?!\p{L})/u;
/** A list does not count so far; a sentence may begin with a year. */
const LEAST_YEAR = 1000;
const CODE_INDENT = 4;

/** The quotations and list items that the lines of a document stand in. */
export class Containers {
  readonly #open: (Quote | Item)[] = [];
  /** The last list at each depth. */
  readonly #lists: List[] = [];

  get depth(): number {
    return this.#open.length;
  }

  /**
   * Follows a line into its open containers, and opens those that begin with it.
   *
   * @param isIndentedProse whether an indented line that continues no paragraph is prose rather than code
   */
  enter(line: string, paragraphIsOpen: boolean, isIndentedProse: () => boolean): ContainedLine {
    let { rest, depth } = this.#follow(line);
    const marks: BlockMark[] = [];
    for (;;) {
      if (depth >= MAX_DEPTH) {
        rest = rest.replace(FURTHER_MARKS, '');
        break;
      }
      if (indentOf(rest) >= CODE_INDENT && !paragraphIsOpen && isIndentedProse()) rest = rest.trimStart();
      const canOpen = indentOf(rest) < CODE_INDENT || (paragraphIsOpen && marks.length === 0);
      const opened = canOpen
        ? (this.#quote(rest, depth) ?? this.#item(rest, depth, paragraphIsOpen && marks.length === 0))
        : undefined;
      if (!opened) break;
      rest = opened.rest;
      marks.push(opened.mark);
      depth += 1;
    }
    return { rest, marks, isLazy: marks.length === 0 && depth < this.#open.length };
  }

  /** Closes what a blank line ends: the quotations that it does not continue. */
  blank(line: string): void {
    this.#open.length = this.#follow(line).depth;
  }

  /** Closes what the line that was entered last does not continue. */
  closeUnmatched(line: string): void {
    this.#open.length = this.#follow(line, false).depth;
  }

  /** The content of a line of code, `undefined` when a container ends before it. */
  content(line: string): string | undefined {
    const { rest, depth } = this.#follow(line);
    return depth === this.#open.length || rest.trim() === '' ? rest : undefined;
  }

  /** A block between two items ends their list, unless the second has the next number. */
  addBlock(): void {
    const depth = this.#open.length;
    this.#lists.length = Math.min(this.#lists.length, depth + 1);
    const list = this.#lists[depth];
    if (list) list.isInterrupted = true;
  }

  #follow(line: string, count = true): { rest: string; depth: number } {
    let rest = line;
    let depth = 0;
    for (const container of this.#open) {
      if (container.kind === 'quote') {
        const [mark] = QUOTE.exec(rest) ?? [];
        if (mark === undefined) break;
        if (count) container.lines += 1;
        rest = rest.slice(mark.length);
      } else if (rest.trimStart() !== '') {
        if (indentOf(rest) < container.indent) break;
        rest = rest.slice(container.indent);
      }
      depth += 1;
    }
    return { rest, depth };
  }

  #quote(rest: string, depth: number): { rest: string; mark: BlockMark } | undefined {
    const [written] = OPENING_QUOTE.exec(rest) ?? [];
    if (written === undefined) return undefined;
    this.#open.length = depth;
    this.addBlock();
    const quote: Quote = { kind: 'quote', lines: 1 };
    this.#open.push(quote);
    const isMarkup = (text: string) => quote.lines > 1 || !/^\p{N}/u.test(text);
    return { rest: rest.slice(written.length), mark: { written: '>', isSpoken: false, isMarkup } };
  }

  #item(rest: string, depth: number, interrupts: boolean): { rest: string; mark: BlockMark } | undefined {
    if (ONLY_MARKS.test(rest)) return undefined;
    const bullet = BULLET.exec(rest);
    const ordered = bullet ? null : ORDERED.exec(rest);
    const found = bullet ?? ordered;
    if (!found) return undefined;
    const kind = bullet?.[1] ?? ordered?.[2] ?? '';
    const number = Number(ordered?.[1] ?? 0);
    const content = rest.slice(found[0].length);
    const last = this.#lists[depth];
    const follows = last?.mark === kind && (!last.isInterrupted || (ordered !== null && number === last.number + 1));
    if (interrupts && !follows && (content === '' || (ordered && number !== 1))) return undefined;
    this.#open.length = depth;
    this.#lists.length = Math.min(this.#lists.length, depth + 1);
    const list: List = follows ? last : { mark: kind, items: 0, number, isInterrupted: false };
    list.items += 1;
    list.number = number;
    list.isInterrupted = false;
    this.#lists[depth] = list;
    const spaces = bullet?.[2]?.length ?? ordered?.[3]?.length ?? 0;
    const marker = found[0].length - spaces;
    const indent = content === '' || spaces > CODE_INDENT ? marker + 1 : found[0].length;
    this.#open.push({ kind: 'item', indent });
    const written = found[0].trim();
    return {
      rest: rest.slice(indent).replace(TASK, ''),
      mark: { written, isSpoken: ordered !== null, isMarkup: (text) => number < LEAST_YEAR && isMarkup(list, text) },
    };
  }
}

function isMarkup(list: List, text: string): boolean {
  if (/[.)、．]/u.test(list.mark)) return list.items > 1 && !CHESS_MOVE.test(text) && !GERMAN_MONTH.test(text);
  if (list.items > 1) return true;
  return /[–—]/u.test(list.mark) ? false : !(/[-+]/u.test(list.mark) && /^\p{N}/u.test(text));
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
