const CHORD = '[A-H](?:#|b|♯|♭)?(?:maj|min|m|M|dim|aug|sus|add)?\\d{0,2}(?:sus[24])?(?:/[A-H][#b♯♭]?)?';
const INLINE = new RegExp(`\\[${CHORD}\\](?=[\\p{L}\\s]|$)`, 'gmu');
/** Fewer brackets may be an index or a note. */
const LEAST_INLINE = 3;
const LINE = new RegExp(`^[ \\t]*(?:${CHORD}|\\|)(?:[ \\t]+(?:${CHORD}|\\|))*[ \\t]*$`, 'u');
/** What tells chords from letters: room between them, or more than a letter. */
const APART = /\S[ \t]{2,}\S|^[ \t]{2,}\S|[A-H](?:[#b♯♭]|m(?![\p{L}])|maj|sus|dim|\d)/u;

/** Removes the chords of a song, on lines above the words and in brackets between them. */
export function withoutChords(text: string): string {
  const words = (text.match(INLINE)?.length ?? 0) < LEAST_INLINE ? text : text.replace(INLINE, '');
  if (!/^[ \t|]*[A-H]/mu.test(words)) return words;
  const lines = words.split('\n');
  return lines
    .filter((line, index) => !(LINE.test(line) && APART.test(line) && /\p{Ll}{2}/u.test(lines[index + 1] ?? '')))
    .join('\n');
}
