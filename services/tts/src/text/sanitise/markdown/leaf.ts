/** Items with the same kind of mark, one after the other. */
export interface List {
  /** `-`, `*`, `+`, `.`, `)` …: a different mark begins a different list. */
  readonly mark: string;
  items: number;
  /** Number of the last item of an ordered list. */
  number: number;
  /** Another block stands after the last item. */
  isInterrupted: boolean;
}

/** The mark before a block: of an item, or of a quotation (`>`). */
export interface BlockMark {
  readonly written: string;
  /** The number of an item is said, since a text may speak of it: `back to step 2`. */
  readonly isSpoken: boolean;
  /** Whether it is only a mark before this text, rather than the beginning of a sentence: `- 5 degrees`, `3. Oktober`, `> 5`. */
  isMarkup(text: string): boolean;
}

/** A block without its containers: a paragraph or heading, a table row, or code. */
export interface Leaf {
  kind: 'text' | 'heading' | 'row' | 'code';
  readonly lines: string[];
  /** From the outermost container to the innermost. */
  readonly marks: readonly BlockMark[];
  /** The line before belongs to a paragraph: if a mark is not markup, this is its continuation, and else a line of it. */
  readonly continues: boolean;
}
