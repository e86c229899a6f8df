import { numberOf } from './symbols.js';
import { hasSign, type MarkedText } from './tree/marked-text.js';

/** Before the text of a line: a box to tick, the sign of an item, the title of a callout in its brackets. */
const LINE_MARK =
  /(?<=^|\s)\[[ xXvV]\]\s+(?=\S)|^\s*(?:[•‣⁃∙·・]\s*|\[!(?=\p{L}{1,20}\][+-]?\s*$))|(?<=^\s*\[!\p{L}{1,20})\][+-]?\s*$/gu;
const DASH = /^\s*[–—]\s+/gu;
const BULLET = /(?:^|\s+)[•▪●■◆▸►‣⁃∙]\s+/gu;
/** `1) `, `①`: the number of an item, and what may stand before the first. */
const NUMBER = /(?<![\p{L}\p{N}(])(\d{1,2})\)\s+|[①-⑳❶-➓]\s*/gu;
const BEFORE_FIRST = /(?:^|[:：.!?。；;，,])\s*$/u;
/** An item of a running sentence, and a number that the sentence speaks of: `1) milk, 2) bread and 3) eggs`, `①と②`. */
const RUNS_ON = /(?:[,;]|\s\p{Ll}{1,3})\s*$/u;
const SPOKEN_OF = /^[\s\p{P}\p{S}]*(?:$|[はがをともにで和与是と、])/u;
const ROW = /^\s*\|.*\|\s*$/u;
const CELL_MARK = /\s*\|\s*/gu;
/** Between the cells of a line that is no whole row: `9 am | 5 pm`. */
const CELL_BREAK = /(?<=\S)\s+\|\s+(?=\S)/gu;
/** A row of a sheet has several tabs. */
const SHEET_ROW = /\S\t.*\S\t/u;

/** The items that stand in the lines of one paragraph, without their marks. A number is said. */
export type Items = (lines: readonly MarkedText[]) => readonly MarkedText[];

/** How the items of a text are found, of which only the marks that it has are looked for in each line. */
export function itemsIn(text: string): Items {
  const [hasBullets, hasRows, hasDashes, hasMarks] = ['•▪●■◆▸►‣⁃∙', '|\t', '–—', '[•‣⁃∙·・'].map((signs) =>
    hasSign(text, signs),
  );
  const hasNumbers = text.search(NUMBER) >= 0;
  const plain = (line: MarkedText): MarkedText => {
    const row = hasRows ? withCommas(line) : line;
    return hasMarks ? row.replaceAll(LINE_MARK, '') : row;
  };
  return (lines) => {
    const isDialogue = hasDashes && lines.filter(({ text }) => /^\s*[–—]\s/u.test(text)).length > 1;
    return lines.flatMap((line) => {
      const isBulleted = hasBullets && (line.text.match(BULLET)?.length ?? 0) > 1;
      const items = isBulleted ? line.split(BULLET) : hasNumbers ? enumerated(line) : [line];
      return items.map((item) => plain(isDialogue ? item.replaceAll(DASH, '') : item));
    });
  };
}

function withCommas(line: MarkedText): MarkedText {
  const cells = SHEET_ROW.test(line.text) ? line.replaceAll(/\t+/gu, ' | ') : line;
  return ROW.test(cells.text) ? cells.replace(CELL_MARK, commaWithin) : cells.replace(CELL_BREAK, ', ');
}

const commaWithin = ({ 0: { length }, index, input }: RegExpExecArray): string =>
  index === 0 || index + length === input.length ? '' : ', ';

/** `Do this: 1) open 2) close` in its items, unless they are parts of a sentence. */
function enumerated(line: MarkedText): MarkedText[] {
  const { text } = line;
  const marks = text.search(NUMBER) < 0 ? [] : [...text.matchAll(NUMBER)];
  if (marks.length < 2) return [line];
  const counts = marks.every(({ 0: mark, 1: digits, index }, place) => {
    const end = index + mark.length;
    const isItem = place === 0 ? BEFORE_FIRST.test(text.slice(0, index)) : !RUNS_ON.test(text.slice(index - 8, index));
    return isItem && Number(digits ?? numberOf(mark)) === place + 1 && !SPOKEN_OF.test(text.slice(end, end + 8));
  });
  if (!counts) return [line];
  const cuts = marks.slice(1).map(({ index }) => [index, index] as const);
  return line.parts([[0, 0], ...cuts, [text.length, text.length]]);
}
