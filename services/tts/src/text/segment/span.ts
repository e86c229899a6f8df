/** A part of a text, by UTF-16 offsets: `text.slice(start, end)`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
