import { isEmphasisedAction } from '../stage-directions.js';

interface Run {
  readonly start: number;
  length: number;
  readonly opens: boolean;
  readonly closes: boolean;
}

/** What stands between two blocks of one text; emphasis does not reach across it. */
export const BLOCK_BREAK = '\n\n';

/** Runs of delimiters; addresses and escaped marks are read over, so that nothing in them is one. */
const DELIMITER_RUN = /(?:https?:\/\/|www\.)[^\s<>()*]+|\\[!-/:-@[-`{-~]|\*+|_+|~{2,}|`+|\n\n/giu;
const DELIMITERS: ReadonlySet<string> = new Set('*_~`');
const WORD_CHARACTER = /[\p{L}\p{N}]/u;
const ALPHABETIC = /[\p{Script=Latin}\p{Script=Cyrillic}\p{N}]/u;

/**
 * Takes out the delimiters of emphasis, strike-through and code spans. One pass with one stack for each mark, so the time
 * is linear whatever the nesting; delimiters without a partner stay.
 *
 * A run opens before a character and closes after one, as in CommonMark, with one difference: between two letters or
 * digits of an alphabet nothing opens or closes, so that `3*4*5` and `snake_case` stay what they are.
 */
export function withoutEmphasis(text: string): string {
  const stacks = new Map<string, Run[]>();
  const removed: [number, number][] = [];

  for (const match of text.matchAll(DELIMITER_RUN)) {
    const mark = match[0].charAt(0);
    if (mark === '\n') {
      stacks.clear();
      continue;
    }
    if (!DELIMITERS.has(mark)) continue;
    const run = flanked(text, match.index, match[0].length, mark);
    const stack = stacks.get(mark) ?? [];
    stacks.set(mark, stack);
    if (run.closes) {
      while (run.length > 0) {
        const opener = stack.at(-1);
        if (!opener || (mark === '`' && opener.length !== run.length)) break;
        const size = Math.min(opener.length, run.length, mark === '`' ? 1_000 : 2);
        const from = opener.start + opener.length - size;
        const to = run.start + match[0].length - run.length;
        if (!(mark === '*' && size === 1 && isEmphasisedAction(text, from, to + 1))) {
          removed.push([from, from + size], [to, to + size]);
        }
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
    kept.push(text.slice(position, start));
    position = end;
  }
  kept.push(text.slice(position));
  return kept.join('');
}

function flanked(text: string, start: number, length: number, mark: string): Run {
  const before = text[start - 1] ?? ' ';
  const after = text[start + length] ?? ' ';
  const inside = ALPHABETIC.test(before) && ALPHABETIC.test(after) && mark !== '`';
  const wordsMeet = mark === '_' && WORD_CHARACTER.test(before) && WORD_CHARACTER.test(after);
  const numeric = mark === '*' && length === 1 && (/\p{N}/u.test(before) || /\p{N}/u.test(after)) && inside;
  const bound = wordsMeet || numeric || (inside && length === 1);
  return { start, length, opens: !bound && !/\s/u.test(after), closes: !bound && !/\s/u.test(before) };
}
