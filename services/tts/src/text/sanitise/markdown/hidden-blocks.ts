const OPENINGS: readonly (readonly [RegExp, string])[] = [
  [/^ *<!--/u, '-->'],
  [/^ *<script(?=[\s>])/iu, '</script>'],
  [/^ *<style(?=[\s>])/iu, '</style>'],
  [/^ *<\?/u, '?>'],
  [/^ *<!\[CDATA\[/u, ']]>'],
];

/** Comments, scripts and styles that begin a line, over any number of lines. Nothing of them is shown. */
export class HiddenBlocks {
  readonly #lines: readonly string[];
  /** Endings that do not occur any more. */
  readonly #absent = new Set<string>();

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  /** The block that opens with a line: the line that ends it, and what that says after it. */
  opening(rest: string, index: number): { end: number; after: string } | undefined {
    if (!/^ *</u.test(rest)) return undefined;
    const ending = OPENINGS.find(([pattern]) => pattern.test(rest))?.[1];
    if (ending === undefined || this.#absent.has(ending)) return undefined;
    for (let end = index; end < this.#lines.length; end += 1) {
      const line = end === index ? rest : (this.#lines[end] ?? '');
      const found = line.toLowerCase().indexOf(ending);
      if (found >= 0) return { end, after: line.slice(found + ending.length) };
    }
    this.#absent.add(ending);
    return undefined;
  }
}
