const OPENING = /^( *)(`{3,}(?=[^`]*$)|~{3,})/u;
const CLOSING = /^[ >]*(`{3,}|~{3,})\s*$/u;

/** The fences of code in the lines of a document. A fence that no line closes is text. */
export class Fences {
  readonly #closings: Readonly<Record<'`' | '~', { line: number; length: number }[]>> = { '`': [], '~': [] };

  constructor(lines: readonly string[]) {
    lines.forEach((text, line) => {
      const mark = CLOSING.exec(text)?.[1];
      if (mark) this.#closings[mark.startsWith('~') ? '~' : '`'].push({ line, length: mark.length });
    });
  }

  /** The fence that opens with a line, if it closes later: its indentation and the line that closes it. */
  opening(rest: string, index: number): { indent: number; end: number } | undefined {
    const [, spaces, mark] = OPENING.exec(rest) ?? [];
    if (spaces === undefined || mark === undefined) return undefined;
    const closings = this.#closings[mark.startsWith('~') ? '~' : '`'];
    // Lines are read in order: what lies behind is not needed again.
    while ((closings[0]?.line ?? index + 1) <= index) closings.shift();
    const closing = closings.find(({ length }) => length >= mark.length);
    return closing && { indent: spaces.length, end: closing.line };
  }
}
