/** A single `*` in mid-sentence may be a pointer or a footnote: `int *p`. `**kwargs)` is a parameter. */
const OPENING = /(?<=^|[.!?]\s)\*(?=[\p{Lu}"“«])|(?<=^|[\s("“«])(?:\*{2,3}|_{2,3}|~~)(?=[\p{L}"“«(])(?!\w+[),])/gu;
/** A single `*` after a bracket or a full stop may be a repetition: `(a|b)*`, `.*`. */
const CLOSING =
  /(?<=[\p{L}!?,;:"”»。！？])\*(?=[\s.!?,;:)"”»]|$)|(?<=[\p{L}.!?,;:)"”»。！？])(?:\*{2,3}|_{2,3}|~~)(?=[\s.!?,;:)"”»]|$)/gu;
/** Alone between white space, and not between two operands. */
const LONE = /(?<=^\s?|[^\p{L}\p{N})\s]\s)(?:\*{2,3}|_{2,3}|~~)(?=\s|$)|(?<=\s)(?:\*{2,3}|_{2,3}|~~)(?=\s?$|[,.;:])/gu;
const APOSTROPHE = /(?<=\p{L})[`´](?=\p{L})/gu;

/**
 * Removes emphasis that was opened and never closed, or the other way round: marks that touch a word at one side only.
 * `2**3` and `a * b` stay.
 */
export function withoutStrayMarks(text: string): string {
  if (!/[*_~`´]/u.test(text)) return text;
  return text.replace(APOSTROPHE, "'").replace(/`+/gu, '').replace(OPENING, '').replace(CLOSING, '').replace(LONE, '');
}
