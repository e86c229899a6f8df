const CIRCLED = /[\u2460-\u2473\u2776-\u2793]/gu;
const FIRST_CIRCLED = /(?:^|[：:。；;，,][ \t]*)[①❶➀➊]/u;
const STARTS_COUNTED = /^[ \t]*([\u2460-\u2473\u2776-\u2793]|\d\u20e3)/u;
/** `1) `, `2) `, … within a line, and what may stand before the first. */
const COUNTED_INSIDE = /(?<![\p{L}\p{N}(])(\d{1,2})\)[ \t]+/gu;
const BEFORE_COUNTED = /(?:^|[:：.!?。])[ \t]*$/u;
/** An item of a running sentence: `1) milk, 2) bread and 3) eggs`. */
const RUNS_ON = /(?:[,;]|(?<!\p{L})(?:and|or|und|oder|et|ou|y|o|e|и|или))[ \t]*$/iu;
/** After the number of an item that a sentence speaks of: `①と②を比べる`, `①和②`, `①②③`. */
const SPOKEN_OF =
  /^[ \t]*(?:[\p{P}\p{S}]*[ \t]*$|は|が|を|と|も|の|に|で|へ|や|か|から|まで|是|和|与|與|或|及|到|至|的|[、，,~〜～–—-]|과|와|은|는|이|가|을|를|의|도|(?:and|or|und|oder|et|ou|y|o|e|и|или)(?!\p{L}))/iu;
/** A box to tick, without the mark of an item before it. */
const BOX = /^[ \t]*\[[ xX]\][ \t]+(?=\S)/u;
const BULLET_INSIDE = /[ \t]+[•▪●■◆▸►‣⁃∙][ \t]+/gu;
const STARTS_BULLET = /^[ \t]*[•▪●■◆▸►‣⁃∙]/u;

/**
 * Puts every item of a list that is not Markdown's on a line of its own, with a mark that is: `• milk • bread`,
 * `①开 ②关`, `1️⃣ one⏎2️⃣ two`. A circled number that counts nothing stays.
 */
export function withListMarks(text: string): string {
  const lines = text.split('\n');
  return lines
    .map((line, index) => {
      const counted = withNumbers(line.replace(BOX, '• '), lines[index - 1] ?? '', lines[index + 1] ?? '');
      const bullets = counted.match(BULLET_INSIDE)?.length ?? 0;
      return bullets > 1 || (bullets === 1 && STARTS_BULLET.test(counted))
        ? counted.replace(BULLET_INSIDE, '\n• ')
        : counted;
    })
    .join('\n');
}

function withNumbers(line: string, before: string, after: string): string {
  if (line.includes('|')) return line;
  if (FIRST_CIRCLED.test(line) && countsCircled(line)) {
    return line.replace(CIRCLED, (sign, offset: number) => `${offset === 0 ? '' : '\n'}${numberOf(sign)}) `);
  }
  const counted = enumerated(line);
  if (counted) return counted;
  const items = [before, line, after].filter((each) => STARTS_COUNTED.test(each));
  const isItem = items.length > 1 && items.some((item) => !SPOKEN_OF.test(item.replace(STARTS_COUNTED, '')));
  return isItem ? line.replace(STARTS_COUNTED, (_, sign: string) => `${numberOf(sign)}) `) : line;
}

/** Whether the circled numbers of a line count its items, in their order, and no sentence speaks of them. */
function countsCircled(line: string): boolean {
  const [, ...items] = line.split(CIRCLED);
  const numbers = line.match(CIRCLED) ?? [];
  return (
    numbers.length > 1 &&
    numbers.every((sign, index) => Number(numberOf(sign)) === index + 1) &&
    items.some((item) => !SPOKEN_OF.test(item))
  );
}

/** `Do this: 1) open 2) close` with its items on lines of their own, unless they are parts of a sentence. */
function enumerated(line: string): string | undefined {
  const marks = [...line.matchAll(COUNTED_INSIDE)];
  const [first] = marks;
  if (!first || marks.length < 2 || !BEFORE_COUNTED.test(line.slice(0, first.index))) return undefined;
  const counts = marks.every(({ 1: number, index }, place) => {
    return Number(number) === place + 1 && (place === 0 || !RUNS_ON.test(line.slice(0, index)));
  });
  return counts ? line.replace(COUNTED_INSIDE, (mark) => `\n${mark}`).trimStart() : undefined;
}

function numberOf(sign: string): string {
  const digits = sign.normalize('NFKC').replace(/\D/gu, '');
  // The dingbats are three rows of ten.
  return digits === '' ? String((((sign.codePointAt(0) ?? 0) - 0x2776) % 10) + 1) : digits;
}
