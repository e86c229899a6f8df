/** Containers within each other; deeper ones nobody hears. It bounds the recursion of the parser. */
const MAX_DEPTH = 32;
const MARK = '[ \\t]{0,3}(?:>|(?:[-+*]|\\d{1,9}[.)])(?=[ \\t]))';
const DEEP_MARKS = new RegExp(`^((?:${MARK}){${MAX_DEPTH}})(?:${MARK})+`, 'u');
/** `>5 people`, `> 5`, `>= 5`: a comparison, where neither the line before nor the one after is quoted. */
const COMPARISON = /^ {0,3}>(?=[= ]?\p{N}|=)/u;
const QUOTED = /^ {0,3}>/u;
const FENCE = /^([ \t>]*(?:[-+*] +|\d{1,9}[.)] +)?)(`{3,}(?=[^`]*$)|~{3,})/u;
const FOOTNOTE = /^ {0,3}\[\^([^\]\s]{1,50})\]:[ \t]*/u;

/** `[Anna]: hello` defines no link, unless the document refers to `[Anna]`. */
const DEFINITION = /^ {0,3}\[([^\]\n]{1,200})\]:[ \t]*(\S*)/u;
const TARGET = /^(?:$|[</#]|\.{1,2}\/|mailto:|www\.)|:\/\/|[a-z]\.[a-z]{2}/iu;
/** What a parser reads up to its end, wherever that is. */
const UNSHOWN = /^ {0,3}<(?:(!--)|(\?)|(?:script|style|pre|textarea)(?=[\s>]|$))/iu;

/** A document as the parser may read it, and what is to be known before it is read. */
export interface BoundedSource {
  readonly source: string;
  /** Labels of its footnotes. */
  readonly footnotes: ReadonlySet<string>;
}

/**
 * Bounds the nesting of a document, and takes out of it what CommonMark finds in its lines and nobody means: fences that are
 * never closed and quotations that are comparisons. Linear in its length.
 */
export function bounded(text: string): BoundedSource {
  const footnotes = new Set<string>();
  const lines = text.split('\n').map((line) => line.replace(DEEP_MARKS, '$1'));
  const isQuoted = (line: string | undefined) => line !== undefined && QUOTED.test(line) && !COMPARISON.test(line);
  const closing = closingFences(lines);
  const used = new Set([...text.matchAll(/\[([^[\]\n]{1,200})\](?!:)/gu)].map(([, label = '']) => label.toLowerCase()));
  const lastEnds = new Map<string, number>();
  let [fenceEnd, offset] = [-1, 0];
  const source = lines.map((line, index) => {
    const start = offset;
    offset += line.length + 1;
    if (index <= fenceEnd) return line;
    const mark = FENCE.exec(line)?.[2];
    if (mark !== undefined) {
      const end = closing(index, mark);
      if (end === undefined) return line.replace(FENCE, '$1');
      fenceEnd = end;
      return line;
    }
    const [note, label] = FOOTNOTE.exec(line) ?? [];
    if (note !== undefined && label !== undefined) {
      footnotes.add(label);
      return `\n${line.slice(note.length)}`;
    }
    const [, name = '', target] = DEFINITION.exec(line) ?? [];
    if (target !== undefined) {
      const isDefinition = TARGET.test(target) || used.has(name.toLowerCase());
      return isDefinition ? `\n${line}` : line.replace('[', '\\[');
    }
    const [tag, comment, instruction] = UNSHOWN.exec(line) ?? [];
    if (tag !== undefined) {
      const end = comment ? '-->' : instruction ? '?>' : `</${tag.trim().slice(1).toLowerCase()}`;
      lastEnds.set(end, lastEnds.get(end) ?? text.lastIndexOf(end));
      return (lastEnds.get(end) ?? 0) < start ? line.replace('<', '\\<') : line;
    }
    const isComparison = COMPARISON.test(line) && !isQuoted(lines[index - 1]) && !isQuoted(lines[index + 1]);
    return isComparison ? line.replace('>', '\\>') : line;
  });
  return { source: source.join('\n'), footnotes };
}

/** The line that closes the fence with a mark; to be asked in ascending order. */
function closingFences(lines: readonly string[]): (line: number, mark: string) => number | undefined {
  const ends: Record<string, { line: number; length: number }[]> = { '`': [], '~': [] };
  lines.forEach((text, line) => {
    const mark = /^[ \t>]*(`{3,}|~{3,})\s*$/u.exec(text)?.[1];
    if (mark) ends[mark.charAt(0)]?.push({ line, length: mark.length });
  });
  return (line, mark) => {
    const own = ends[mark.charAt(0)] ?? [];
    while ((own[0]?.line ?? Number.POSITIVE_INFINITY) <= line) own.shift();
    return own.find(({ length }) => length >= mark.length)?.line;
  };
}
