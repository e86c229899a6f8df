import { type Edit, edited, type Span } from '../../edits.js';

/** A part of a text: code, an address or a formula, which rules on letters pass over, or an emphasised aside. */
export interface Mark extends Span {
  readonly kind: 'verbatim' | 'aside';
}

export type By = string | ((match: RegExpExecArray) => string | undefined);

export type Rewriting = (line: MarkedText) => MarkedText;

/** What is done to a line. A text with none of its signs, where there are some, has nothing for it. */
export interface Rule {
  readonly signs: string;
  readonly apply: Rewriting;
}

/** Replaces what a pattern finds outside verbatim parts. */
export const replacing = (signs: string, pattern: RegExp, by: By): Rule => ({
  signs,
  apply: (line) => line.replace(pattern, by),
});

export const hasSign = (text: string, signs: string): boolean =>
  signs === '' || [...signs].some((sign) => text.includes(sign));

/** The rules, in order, that a text has a sign for: looking for it in each of thousands of short lines takes longer. */
export function rewriting(text: string, rules: readonly Rule[]): Rewriting {
  const own = rules.filter(({ signs }) => hasSign(text, signs));
  return (line) => own.reduce((rest, { apply }) => apply(rest), line);
}

/** A text with its marks, by UTF-16 offsets, in the order of their ends. Every change keeps the marks where they belong. */
export class MarkedText {
  readonly text: string;
  readonly marks: readonly Mark[];

  constructor(text: string, marks: readonly Mark[] = []) {
    this.text = text;
    this.marks = marks;
  }

  /** Replaces what a pattern finds outside verbatim parts. `undefined` leaves it. */
  replace(pattern: RegExp, by: By): MarkedText {
    const edits = this.#edits(pattern, by);
    return edits ? this.edit(edits.filter(this.#isOutside())) : this;
  }

  /** Replaces it in verbatim parts, too. */
  replaceAll(pattern: RegExp, by: By): MarkedText {
    const edits = this.#edits(pattern, by);
    return edits ? this.edit(edits) : this;
  }

  /** The parts between the matches of a pattern. */
  split(pattern: RegExp): MarkedText[] {
    const ends = [...this.text.matchAll(pattern)].map(({ 0: match, index }) => [index, index + match.length] as const);
    return this.parts([[0, 0], ...ends, [this.text.length, this.text.length]]);
  }

  /** The parts between one cut and the next, from the end of the one to the start of the other. */
  parts(cuts: readonly (readonly [start: number, end: number])[]): MarkedText[] {
    let next = 0;
    return cuts.slice(1).map(([end], index) => {
      const start = cuts[index]?.[1] ?? 0;
      const within: Mark[] = [];
      while ((this.marks[next]?.start ?? end) < end) {
        const mark = this.marks[next] as Mark;
        if (mark.end > start)
          within.push({ ...mark, start: Math.max(mark.start, start) - start, end: Math.min(mark.end, end) - start });
        if (mark.end > end) break;
        next += 1;
      }
      return new MarkedText(this.text.slice(start, end), within);
    });
  }

  /** @param edits in order, without overlaps */
  edit(edits: readonly Edit[]): MarkedText {
    if (edits.length === 0) return this;
    const { text, after } = edited(this.text, edits);
    const marks = this.marks.map((mark) => ({ ...mark, start: after(mark.start), end: after(mark.end) }));
    return new MarkedText(
      text,
      marks.filter((mark) => mark.start < mark.end),
    );
  }

  #edits(pattern: RegExp, by: By): Edit[] | undefined {
    // Most lines have nothing to change, which this tells sooner.
    if (this.text.search(pattern) < 0) return undefined;
    const edits: Edit[] = [];
    for (const match of this.text.matchAll(pattern)) {
      const say = typeof by === 'string' ? by : by(match);
      const end = match.index + match[0].length;
      if (say !== undefined && say !== match[0]) edits.push({ start: match.index, end, say });
    }
    return edits;
  }

  /** To be asked in ascending order. */
  #isOutside(): (edit: Edit) => boolean {
    const verbatim = this.marks.filter(({ kind }) => kind === 'verbatim');
    let next = 0;
    return ({ start, end }) => {
      while ((verbatim[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
      return (verbatim[next]?.start ?? Number.POSITIVE_INFINITY) >= end;
    };
  }
}
