/** A range of a text, by UTF-16 offsets: `text.slice(start, end)`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A range of a text and what stands in its place. */
export interface Edit extends Span {
  readonly say: string;
}

/**
 * A text with its edits made, and where an offset of the one is in the other. Inside an edit it is the edit's end.
 *
 * @param edits in order, without overlaps
 */
export function edited(text: string, edits: readonly Edit[]) {
  const end = (index: number) => edits[index]?.end ?? 0;
  const parts = edits.map(({ start, say }, index) => text.slice(end(index - 1), start) + say);
  let shift = 0;
  const back = edits.map(({ start, end, say }): Edit => {
    const from = start + shift;
    shift += say.length - (end - start);
    return { start: from, end: from + say.length, say: text.slice(start, end) };
  });
  return { text: parts.join('') + text.slice(end(edits.length - 1)), after: movement(edits), before: movement(back) };
}

/** Where an offset is when edits are made. */
function movement(edits: readonly Edit[]): (offset: number) => number {
  let shift = 0;
  const ends = edits.map(({ start, end, say }) => {
    shift += say.length - (end - start);
    return { end, shift };
  });
  return (offset) => {
    let [low, high] = [0, edits.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((edits[middle]?.start ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    const last = ends[low - 1];
    return last ? Math.max(offset, last.end) + last.shift : offset;
  };
}
