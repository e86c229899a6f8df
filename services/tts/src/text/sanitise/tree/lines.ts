import type { MarkedText } from './marked-text.js';

const LEAST_WIDTH = 40;
const LEAST_OF_MEDIAN = 0.8;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/gu;
/** A sentence, perhaps with a remark in brackets behind it, or a remark alone. */
const STOP = /(?:^|[.!?…。！？][\p{Pe}\p{Pf}"']*)\s*(?:[([（【][^()[\]（）【】]{1,60}[)\]）】])?$/u;
/** The mark or number of an item that Markdown does not know. */
const ITEM = /^\s*(?:[•‣⁃∙·・–—…]|[\p{N}\p{L}][.)、]\s)/u;

/**
 * The lines of a paragraph that end something. Where it is wrapped, and within brackets and quotations, the end of a line says
 * nothing; a word that it divides is joined. Linear in the length of the text.
 */
export function linesOf(paragraph: MarkedText): MarkedText[] {
  if (!paragraph.text.includes('\n')) return [paragraph];
  const joined = withoutEnclosedEnds(withJoinedWords(paragraph));
  const isOne = [paragraph, joined].some(({ text }) => isWrapped(text.split('\n')));
  return isOne ? [joined] : joined.split(/\n/gu);
}

/**
 * Whether the lines of a paragraph end where they were full, rather than where the writer ended them: they are long and of
 * like width, all but the last, or one whose next word did not fit.
 */
export function isWrapped(lines: readonly string[]): boolean {
  const widths = lines.slice(0, -1).map(widthOf);
  const median = widths.toSorted((left, right) => left - right)[Math.floor(widths.length / 2)] ?? LEAST_WIDTH;
  const isFull = (width: number, index: number) =>
    width + widthOf((lines[index + 1] ?? '').split(' ', 1)[0] ?? '') >= LEAST_OF_MEDIAN * median;
  // Where each ends with a sentence, the writer ended it.
  const areSentences = widths.length > 0 && lines.slice(0, -1).every((line) => STOP.test(line.trimEnd()));
  return median >= LEAST_WIDTH && !areSentences && widths.every(isFull) && !lines.some((line) => ITEM.test(line));
}

/** In columns: East Asian characters have two. */
const widthOf = (line: string): number => line.length + (line.match(WIDE)?.length ?? 0);

const OPENERS: Readonly<Record<string, string>> = {
  ...{ ')': '(', ']': '[', '）': '（', '」': '「', '』': '『', '”': '“', '»': '«' },
};

/** A text without the line ends that stand between an opening mark and its closing one. */
export function withoutEnclosedEnds(paragraph: MarkedText): MarkedText {
  const open = new Map<string, number[]>();
  /** How many pairs begin before each line end, less those that end there. */
  const pairs: number[] = [0];
  for (const [mark] of paragraph.text.matchAll(/[\n()[\]（）「」『』“”„«»"]/gu)) {
    if (mark === '\n') {
      pairs.push(0);
      continue;
    }
    const isGerman = mark === '“' && (open.get('„')?.length ?? 0) > 0;
    const kind = isGerman ? '„' : (OPENERS[mark] ?? mark);
    const starts = open.get(kind) ?? [];
    open.set(kind, starts);
    const closes = isGerman || mark in OPENERS || (mark === '"' && starts.length > 0);
    const start = closes ? starts.pop() : undefined;
    if (!closes) starts.push(pairs.length - 1);
    if (start === undefined) continue;
    pairs[start] = (pairs[start] ?? 0) + 1;
    pairs[pairs.length - 1] = (pairs[pairs.length - 1] ?? 0) - 1;
  }
  let [depth, line] = [0, 0];
  return paragraph.replaceAll(/\n/gu, () => {
    depth += pairs[line] ?? 0;
    line += 1;
    return depth > 0 ? ' ' : '\n';
  });
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/u));
/** First parts of compounds that are written with a hyphen anywhere: `well-known`. In doubt the hyphen stays. */
const COMPOUND =
  words(`well self non ex half all cross high low full much ever part real long short anti pre post semi кое по peut
  celui celle sous vice one two three four five twenty thirty forty fifty sixty seventy eighty ninety`);
/** Parts that follow a hyphen anywhere. */
const ENCLITIC = words(
  'je tu il elle on nous vous ils elles ce ci là moi toi lui leur même mêmes то либо нибудь таки se lhe lhes',
);
/** After these words the hyphen stands for a word that is left out: `Nord- und Südsee`. */
const CONJUNCTION = words('und oder bzw bis sowie and or to y o u e et ou и или');

/** Joins the words that the end of a line divides, as in text from a PDF: `infor-⏎mation`. */
function withJoinedWords(paragraph: MarkedText): MarkedText {
  return paragraph.replaceAll(/[-‐]\n(?=([\p{L}\p{N}][\p{L}\p{M}'’]{0,60}))/gu, ({ index, 1: after = '' }) => {
    const before = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]{0,60}$/u.exec(
      paragraph.text.slice(Math.max(0, index - 122), index),
    )?.[0];
    if (before === undefined) return undefined;
    if (CONJUNCTION.has(after)) return '- ';
    const isOwn = !/^\p{Ll}/u.test(after) || /[\p{N}-]/u.test(before) || COMPOUND.has(before) || ENCLITIC.has(after);
    return isOwn ? '-' : '';
  });
}
