const RUN = /\(+|\)+/gu;
const AFTER_TEXT = /[\p{L}\p{N}!?.…"»”:;)]\s?$/u;
const AFTER_CYRILLIC = /[\p{Script=Cyrillic}!?]{2}\s?$/u;
const BEFORE_PAUSE = /^(?:$|[\s.,!?])/u;
const LOOK_BEHIND = 4;

/** Removes the brackets that stand for a smile, as Russians write it: `Привет)))`, `жаль(((`, `спасибо)`. */
export function withoutSmileys(text: string): string {
  if (!/[()]/u.test(text)) return text;
  return text
    .split('\n')
    .map((line) => (/[()]/u.test(line) ? withoutUnmatched(line) : line))
    .join('\n');
}

/** Brackets that have a partner in the line stay. */
function withoutUnmatched(line: string): string {
  const hasOpened = line.includes('(');
  const hasClosed = line.includes(')');
  let depth = 0;
  return line.replace(RUN, (run, offset: number) => {
    const before = line.slice(Math.max(0, offset - LOOK_BEHIND), offset);
    const isAtPause =
      AFTER_TEXT.test(before) && BEFORE_PAUSE.test(line.slice(offset + run.length, offset + run.length + 1));
    if (run.startsWith('(')) {
      const isFrown = run.length > 1 ? !hasClosed : AFTER_CYRILLIC.test(before) && !line.includes(')', offset);
      if (isFrown && isAtPause) return '';
      depth += run.length;
      return run;
    }
    const matched = Math.min(depth, run.length);
    depth -= matched;
    const excess = run.length - matched;
    const isSmile = isAtPause && (excess > 1 || (excess === 1 && !hasOpened && AFTER_CYRILLIC.test(before)));
    return isSmile ? run.slice(0, matched) : run;
  });
}
