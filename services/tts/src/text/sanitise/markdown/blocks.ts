import { parsedBlocks } from './parsed.js';
import { scannedBlocks } from './scanned.js';

/** Nothing in a text without these can be markdown. */
const ANY_MARK = /[*_`~[\]<>&\\|#]|^[ \t]{0,3}(?:[-+=]|\d{1,9}[.)][ \t])/mu;
const EVERY_MARK = /[*_`~[\]()<>&\\|#!@]|(?:[-+]|\d[.)])(?=[ \t]|$)|^[ \t]*[=:-]|:\/|www\./gu;

/**
 * What the parser is given of one text. Its time grows with marks and lines rather than letters, and in the worst
 * constructs faster than they do: what goes beyond this is read by the scanner.
 */
const PARSER_LIMITS = { marks: 80, lines: 60, characters: 6_000 } as const;

/** The paragraphs, headings, list items and table rows of a text, without their markdown. Linear in its length. */
export function plainBlocks(source: string): string[] {
  if (!ANY_MARK.test(source)) return source.split(/\n[ \t]*\n/u);
  const { parsed, scanned } = divided(source);
  return [...(parsed === '' ? [] : parsedBlocks(parsed)), ...(scanned === '' ? [] : scannedBlocks(scanned))];
}

/** The text up to the last empty line, outside fenced code, before which the limits hold; and the rest. */
function divided(source: string): { parsed: string; scanned: string } {
  let end = 0;
  let offset = 0;
  let marks = 0;
  let lines = 0;
  let fence = '';
  for (const line of source.split('\n')) {
    marks += line.match(EVERY_MARK)?.length ?? 0;
    lines += 1;
    offset += line.length + 1;
    if (marks > PARSER_LIMITS.marks || lines > PARSER_LIMITS.lines || offset > PARSER_LIMITS.characters) {
      return { parsed: source.slice(0, end), scanned: source.slice(end) };
    }
    const mark = /^[ \t>]{0,100}(```|~~~)/u.exec(line)?.[1] ?? '';
    if (fence === '') fence = mark;
    else if (mark === fence) fence = '';
    if (fence === '' && line.trim() === '') end = offset;
  }
  return { parsed: source, scanned: '' };
}
