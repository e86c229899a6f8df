/** A line with the number of a page: `- 13 -`, `Page 3 of 10`. */
const PAGE =
  /^[ \t]*(?:[-–—] ?\d{1,4} ?[-–—]|(?:Page|Seite|Página|Pagina|Страница|Стр\.) \d{1,4} ?(?:of|von|sur|de|di|из|\/) ?\d{1,4})[ \t]*$/iu;
const MAY_BE_PAGE = /\d[ \t]*[-–—]?[ \t]*$/mu;
const ENDED = /[.!?…:;。！？"”»)]$/u;

/** `It was true.[3][4]`, `だった[3]。`: marks of notes, and no index of a list. */
const CITATION =
  /(?:(?<=[\p{L}\p{N}%)][.,;!?。！？、，]["”»’]?)|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]))(?:\[\d{1,3}\])+(?=\s|$|[。！？、，\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gmu;

/** `It was true.²`, `“Light!”2`: behind a mark, where no power stands. */
const RAISED = /(?:(?<=[\p{L}\p{N}%)][.,;!?]["”»’]?)[¹²³⁴-⁹⁰]+|(?<=\p{L}[.,!?]?[”»“])\d{1,3})(?=[\s.,;:!?)]|$)/gmu;

/** Removes the numbers of pages and notes. A sentence that goes on behind a page's end is not interrupted. */
export function withoutPageNumbers(text: string): string {
  const noted = /\[\d|[¹²³⁴-⁹⁰]|[”»“]\d/u.test(text) ? text.replace(CITATION, '').replace(RAISED, '') : text;
  if (!MAY_BE_PAGE.test(noted)) return noted;
  const lines = noted.split('\n');
  if (!lines.some((line) => PAGE.test(line))) return noted;
  const kept: string[] = [];
  let isPageEnd = false;
  for (const line of lines) {
    if (PAGE.test(line)) isPageEnd = true;
    else if (!isPageEnd || line.trim() !== '') {
      if (isPageEnd) endPage(kept, line);
      isPageEnd = false;
      kept.push(line);
    }
  }
  return kept.join('\n');
}

/** Behind the last line of a page, whatever was empty below it. */
function endPage(kept: string[], next: string): void {
  const empty = kept.length - 1 - kept.findLastIndex((line) => line.trim() !== '');
  kept.length -= empty;
  const goesOn = /^[ \t]*\p{Ll}/u.test(next) && !ENDED.test(kept.at(-1)?.trim() ?? '.');
  if (!goesOn) kept.push('');
}
