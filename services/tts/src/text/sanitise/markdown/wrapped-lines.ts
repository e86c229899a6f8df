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

/** Line ends and what a sentence may not end within: brackets, quotations, code, strong emphasis and HTML elements. */
const MARK = /\n|[()[\]（）「」『』“”„«»"`]|\*\*|__|<(\/?)([a-z][\w-]{0,40})(?:\s[^<>]{0,2000})?>/giu;
const OPENERS: Readonly<Record<string, string>> = {
  ')': '(',
  ']': '[',
  '）': '（',
  '」': '「',
  '』': '『',
  '”': '“',
  '»': '«',
};
/** They open and close alike. */
const TOGGLES = /^(?:["`]|\*\*|__)$/u;

/** A text without the line ends that stand between an opening mark and its closing one. Linear in its length. */
export function withoutEnclosedEnds(text: string): string {
  const open = new Map<string, number[]>();
  /** How many pairs begin before each line end, less those that end there. */
  const pairs: number[] = [0];
  for (const { 0: mark, 1: slash, 2: element } of text.matchAll(MARK)) {
    if (mark === '\n') {
      pairs.push(0);
      continue;
    }
    const isGerman = mark === '“' && (open.get('„')?.length ?? 0) > 0;
    const kind = element?.toLowerCase() ?? (isGerman ? '„' : (OPENERS[mark] ?? mark));
    const starts = open.get(kind) ?? [];
    open.set(kind, starts);
    const closes = slash === '/' || isGerman || mark in OPENERS || (TOGGLES.test(mark) && starts.length > 0);
    const start = closes ? starts.pop() : undefined;
    if (!closes) starts.push(pairs.length - 1);
    if (start === undefined) continue;
    pairs[start] = (pairs[start] ?? 0) + 1;
    pairs[pairs.length - 1] = (pairs[pairs.length - 1] ?? 0) - 1;
  }
  let depth = 0;
  let line = 0;
  return text.replace(/\n/gu, () => {
    depth += pairs[line] ?? 0;
    line += 1;
    return depth > 0 ? ' ' : '\n';
  });
}
