const DELIMITERS = /^[ \t]*[|+]?(?:[ \t]*:?-+:?[ \t]*[|+])*[ \t]*:?-+:?[ \t]*[|+]?[ \t]*$/u;
const BOUNDED_ROW = /^[ \t]*\|.*\|[ \t]*$/u;
const CELL_END = /(?<!\\)\|/gu;

/** The line below the head of a table: `|---|:-:|`, `--- | ---`, `---+---`. */
export function isDelimiterRow(line: string): boolean {
  return /[|+]/u.test(line) && line.includes('-') && DELIMITERS.test(line);
}

/** A row that shows by itself that it is one, also without a head: `| a | b |`. */
export function isBoundedRow(line: string): boolean {
  return BOUNDED_ROW.test(line) && (line.match(CELL_END)?.length ?? 0) > 2;
}

/** The cells of a row, those without text left out. */
export function cells(row: string): string[] {
  return row
    .split(CELL_END)
    .map((cell) => cell.replaceAll('\\|', '|').trim())
    .filter((cell) => cell !== '');
}
