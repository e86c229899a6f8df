/** Cells of a row, by what stands between them. Commas and semicolons without a space after them separate cells. */
const SEPARATORS = [
  { between: /\t+/u, least: 2 },
  { between: /;(?!\s)/u, least: 2 },
  { between: /,(?!\s)/u, least: 3 },
] as const;
/** Code, and a list whose marks stand before tabs. */
const NO_ROW = /[{}()=<>|]|\/\/|;$|^(?:[-*+•–—#]+|\p{N}{1,3}[.)]|\p{L}[.)])\t/u;

/** Makes every row of a pasted sheet a paragraph: lines that follow each other and have as many cells. */
export function withRows(text: string): string {
  if (!/\S\t|[;,]\S/u.test(text)) return text;
  const lines = text.split('\n');
  const rows = lines.map((line) => cellsOf(line.trim()));
  return lines
    .map((line, index) => {
      const row = rows[index];
      const isRow = [rows[index - 1], rows[index + 1]].some((other) => isLike(row, other));
      return row && isRow
        ? `\n${row.cells
            .map(closed)
            .join(' ')
            .replace(/[, ]+$/u, '')}\n`
        : line;
    })
    .join('\n');
}

interface Row {
  readonly kind: number;
  readonly cells: readonly string[];
}

const isLike = (row: Row | undefined, other: Row | undefined): boolean =>
  row !== undefined && row.kind === other?.kind && row.cells.length === other.cells.length;

function cellsOf(line: string): Row | undefined {
  if (NO_ROW.test(line) || !/\p{L}/u.test(line)) return undefined;
  for (const [kind, { between, least }] of SEPARATORS.entries()) {
    const cells = line.split(between).map((cell) => cell.trim());
    if (cells.length >= least) return { kind, cells };
  }
  return undefined;
}

const closed = (cell: string): string => (cell === '' || /[:,]$/u.test(cell) ? cell : `${cell},`);
