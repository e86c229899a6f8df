const LEAST_WIDTH = 40;
const LEAST_OF_MEDIAN = 0.8;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/gu;

/** What can't be divided at the beginning of a line: a word, a link or code. */
const WORD = /^(?:!?\[[^\]]*\]\S*|`[^`]*`\S*|\S+)/u;

/**
 * Whether the lines of a paragraph end where they were full, rather than where the writer ended them: they are long and of
 * like width, all but the last, or one whose next word did not fit.
 */
export function isWrapped(lines: readonly string[]): boolean {
  const widths = lines.slice(0, -1).map(widthOf);
  const median = widths.toSorted((left, right) => left - right)[Math.floor(widths.length / 2)] ?? LEAST_WIDTH;
  const isFull = (width: number, index: number) =>
    width + widthOf(WORD.exec(lines[index + 1] ?? '')?.[0] ?? '') >= LEAST_OF_MEDIAN * median;
  return median >= LEAST_WIDTH && widths.every(isFull);
}

/** In columns: East Asian characters have two. */
const widthOf = (line: string): number => line.length + (line.match(WIDE)?.length ?? 0);
