/** Changes rows `[first, first + rows)` of a tensor in place; a row has `width` elements. */
export type RowPatch = (values: Float32Array, first: number, width: number) => void;

export function inTurn(...patches: (RowPatch | false)[]): RowPatch {
  return (values, first, width) => {
    for (const patch of patches) if (patch) patch(values, first, width);
  };
}

/** Changes some rows, each by what the map has for it. */
export function eachRow<Entry>(
  rows: ReadonlyMap<number, Entry>,
  change: (row: Float32Array, entry: Entry) => void,
): RowPatch {
  return (values, first, width) => {
    for (const [row, entry] of rows) {
      const begin = (row - first) * width;
      if (begin >= 0 && begin < values.length) change(values.subarray(begin, begin + width), entry);
    }
  };
}

/** Rows that are zero but for these columns. */
export function setRows(rows: ReadonlyMap<number, Readonly<Record<number, number>>>): RowPatch {
  return eachRow(rows, (row, entries) => {
    row.fill(0);
    for (const [column, value] of Object.entries(entries)) row[Number(column)] = value;
  });
}

/** Columns that are zero but for these rows. */
export function setColumns(columns: readonly number[], rows: ReadonlyMap<number, number> = new Map()): RowPatch {
  return (values, first, width) => {
    for (let begin = 0; begin < values.length; begin += width) {
      for (const column of columns) values[begin + column] = rows.get(first + begin / width) ?? 0;
    }
  };
}
