const MAX_TARGET = 4_000;
const MAX_PARENTHESES = 32;
const TITLE = /\s+(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\))/uy;
/** A target with spaces, which is none to CommonMark and one to whoever wrote it: `[a](./my file.md)`. */
const LOOSE = /\([^()\n<>]{0,500}[/.#][^()\n<>]{0,500}\)/uy;

/** The offset after the `(target "title")` at `offset`, `undefined` if there is none. */
export function targetEnd(text: string, offset: number): number | undefined {
  if (text[offset] !== '(') return undefined;
  return strictEnd(text, offset) ?? looseEnd(text, offset);
}

function strictEnd(text: string, offset: number): number | undefined {
  let end = skipSpace(text, offset + 1);
  const target = text[end] === '<' ? bracketedEnd(text, end) : plainEnd(text, end);
  if (target === undefined) return undefined;
  end = target;
  TITLE.lastIndex = end;
  end = skipSpace(text, end + (TITLE.exec(text)?.[0].length ?? 0));
  return text[end] === ')' ? end + 1 : undefined;
}

function looseEnd(text: string, offset: number): number | undefined {
  LOOSE.lastIndex = offset;
  const found = LOOSE.exec(text)?.[0];
  return found === undefined ? undefined : offset + found.length;
}

function bracketedEnd(text: string, offset: number): number | undefined {
  for (let end = offset + 1; end < Math.min(text.length, offset + MAX_TARGET); end += 1) {
    const character = text[end];
    if (character === '\\') end += 1;
    else if (character === '>') return end + 1;
    else if (character === '<' || character === '\n') return undefined;
  }
  return undefined;
}

function plainEnd(text: string, offset: number): number | undefined {
  let depth = 0;
  let end = offset;
  for (; end < Math.min(text.length, offset + MAX_TARGET); end += 1) {
    const character = text[end] ?? '';
    if (character === '\\') end += 1;
    else if (character === '(') depth += 1;
    else if (character === ')') {
      if (depth === 0) return end;
      depth -= 1;
    } else if (/\s/u.test(character)) break;
    if (depth > MAX_PARENTHESES) return undefined;
  }
  return depth === 0 ? end : undefined;
}

function skipSpace(text: string, offset: number): number {
  let end = offset;
  while (end < text.length && /\s/u.test(text[end] ?? '')) end += 1;
  return end;
}
