import { numberOf } from './symbols.js';
import type { MarkedText } from './tree/marked-text.js';

/** Before the text of a line: a box to tick, the sign of an item, the title of a callout in its brackets. */
const LINE_MARK =
  /^\s*(?:\[[ xX]\]\s+(?=\S)|[•‣⁃∙·・]\s*|\[!(?=\p{L}{1,20}\][+-]?\s*$))|(?<=^\s*\[!\p{L}{1,20})\][+-]?\s*$/gu;
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

/** The items that stand in the lines of one paragraph, without their marks. A number is said. */
export function itemsOf(lines: readonly MarkedText[]): MarkedText[] {
  const isDialogue = lines.length > 1 && lines.filter(({ text }) => /^\s*[–—]\s/u.test(text)).length > 1;
  return lines.flatMap((line) => {
    const items = (line.text.match(BULLET)?.length ?? 0) > 1 ? line.split(BULLET) : enumerated(line);
    return items.map((item) => {
      const mark = ({ 0: { length }, index, input }: RegExpExecArray) =>
        index === 0 || index + length === input.length ? '' : ', ';
      const row = ROW.test(item.text) ? item.replace(CELL_MARK, mark) : item;
      return (isDialogue ? row.replaceAll(DASH, '') : row).replaceAll(LINE_MARK, '');
    });
  });
}

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
