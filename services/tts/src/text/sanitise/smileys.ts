import type { MarkedText } from './tree/marked-text.js';

const AFTER_TEXT = /[\p{L}\p{N}!?.…"»”:;)]\s?$/u;
const AFTER_CYRILLIC = /[\p{Script=Cyrillic}!?]{2}\s?$/u;

/** Removes the brackets that stand for a smile, as Russians write it: `Привет)))`, `жаль(((`, `спасибо)`. Those in pairs stay. */
export function withoutSmileys(line: MarkedText): MarkedText {
  const { text } = line;
  if (!/[()]/u.test(text)) return line;
  const [hasOpened, hasClosed] = [text.includes('('), text.includes(')')];
  let depth = 0;
  return line.replace(/\(+|\)+/gu, ({ 0: run, index }) => {
    const before = text.slice(Math.max(0, index - 4), index);
    const isAtPause = AFTER_TEXT.test(before) && /^(?:$|[\s.,!?])/u.test(text.charAt(index + run.length));
    if (run.startsWith('(')) {
      const isFrown = run.length > 1 ? !hasClosed : AFTER_CYRILLIC.test(before) && !text.includes(')', index);
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
