const NAMES = ['think', 'thinking', 'thought', 'reasoning'] as const;

/**
 * Removes what a language model wrote for itself, `<think>…</think>`. Some servers leave the first tag out: then
 * everything before a last tag on a line of its own goes.
 */
export function withoutThinking(text: string): string {
  if (!text.includes('</')) return text;
  return NAMES.reduce((rest, name) => withoutElement(rest, `<${name}>`, `</${name}>`), text);
}

function withoutElement(text: string, open: string, close: string): string {
  const parts: string[] = [];
  let position = 0;
  for (;;) {
    const end = text.indexOf(close, position);
    if (end < 0) return parts.join('') + text.slice(position);
    const start = text.slice(position, end).indexOf(open);
    if (start >= 0 && text[position + start - 1] !== '`') parts.push(text.slice(position, position + start), '\n\n');
    else if (start >= 0 || position > 0 || !isLine(text, end, end + close.length)) {
      parts.push(text.slice(position, end + close.length));
    }
    position = end + close.length;
  }
}

function isLine(text: string, start: number, end: number): boolean {
  return (
    /(?:^|\n)[ \t]*$/u.test(text.slice(Math.max(0, start - 20), start)) &&
    /^[ \t]*(?:\n|$)/u.test(text.slice(end, end + 20))
  );
}
