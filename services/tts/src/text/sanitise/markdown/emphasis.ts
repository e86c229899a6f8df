interface Run {
  readonly start: number;
  length: number;
  readonly opens: boolean;
  readonly closes: boolean;
  /** Between digits: `2**3` may open or close emphasis, and two of them are not a pair. */
  readonly isPower: boolean;
}

/** Whether a range of a text, emphasised by single marks, is an aside that is not spoken. */
export type IsAside = (text: string, start: number, end: number) => boolean;

/** Between two blocks of one text, where an HTML element divides it: a control character, of which a text has none. Emphasis does not reach across it. */
export const BLOCK_BREAK = '\u001c';

const DELIMITER_RUN = new RegExp(`\\*+|_+|~{2,}|${BLOCK_BREAK}`, 'gu');
/** `==stressed==`; between spaces or within a word it compares. */
const HIGHLIGHT =
  /(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{N}=!<>])==(?=[^\s=])([^=\n]{1,500})(?<=\S)==(?![\p{Script=Latin}\p{Script=Cyrillic}\p{N}=])/gu;
const LETTER = /\p{L}/u;
const DIGIT = /\p{N}/u;
const ALPHABETIC = /[\p{Script=Latin}\p{Script=Cyrillic}\p{N}]/u;

/**
 * Removes the delimiters of emphasis, highlight and strike-through, and asides with theirs. One pass with one stack for each mark, so the time is linear
 * whatever the nesting; delimiters without a partner stay. Marks of code, addresses and escapes are protected before.
 *
 * A run opens before a character and closes after one, as in CommonMark, with one difference: between two letters or
 * digits of an alphabet nothing opens or closes, for `3*4*5` and `snake_case`, nor does the `*` of `src/*.ts` and `.*`.
 */
export function withoutEmphasis(marked: string, isAside: IsAside): string {
  const text = marked.replace(HIGHLIGHT, '$1');
  const stacks = new Map<string, Run[]>();
  const removed: [number, number][] = [];

  for (const match of text.matchAll(DELIMITER_RUN)) {
    const mark = match[0].charAt(0);
    if (mark === BLOCK_BREAK) {
      stacks.clear();
      continue;
    }
    const run = flanked(text, match.index, match[0].length, mark);
    const stack = stacks.get(mark) ?? [];
    stacks.set(mark, stack);
    if (run.closes) {
      while (run.length > 0) {
        const opener = stack.at(-1);
        if (!opener || (opener.isPower && run.isPower)) break;
        const size = Math.min(opener.length, run.length, 2);
        const from = opener.start + opener.length - size;
        const to = run.start + match[0].length - run.length;
        if (mark === '*' && size === 1 && isAside(text, from, to + 1)) removed.push([from, to + 1]);
        else removed.push([from, from + size], [to, to + size]);
        opener.length -= size;
        run.length -= size;
        if (opener.length === 0) stack.pop();
      }
    }
    if (run.opens && run.length > 0) stack.push({ ...run, start: run.start + match[0].length - run.length });
  }

  removed.sort(([left], [right]) => left - right);
  const kept: string[] = [];
  let position = 0;
  for (const [start, end] of removed) {
    if (end <= position) continue;
    kept.push(text.slice(position, start));
    position = end;
  }
  kept.push(text.slice(position));
  return kept.join('');
}

const isWord = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);

function flanked(text: string, start: number, length: number, mark: string): Run {
  const before = text[start - 1] ?? ' ';
  const after = text[start + length] ?? ' ';
  const isInWord = ALPHABETIC.test(before) && ALPHABETIC.test(after);
  const isBound =
    (isInWord && length === 1) ||
    (mark === '_' && isWord(before) && isWord(after)) ||
    (mark === '*' && before === '/' && (length === 1 || !LETTER.test(after)));
  const isWildcard =
    mark === '*' && length === 1 && (/[.)\]}]/u.test(before) || /^\.[a-z{*]/u.test(text.slice(start + 1, start + 3)));
  return {
    start,
    length,
    isPower: DIGIT.test(before) && DIGIT.test(after),
    opens: !isBound && !isWildcard && !/\s/u.test(after) && !(isWord(before) && /[\p{Pe}\p{Pf}]/u.test(after)),
    // `*i*th`: what opened before a word may close inside it.
    closes:
      !/\s/u.test(before) &&
      !(isWord(after) && /[\p{Ps}\p{Pi}]/u.test(before)) &&
      (!isBound || (mark === '*' && LETTER.test(before) && LETTER.test(after))),
  };
}
