import { COMMANDS, SIGNS } from './latex-signs.js';

const MAX_DEPTH = 8;
const MAX_INLINE = 500;
const INNER = '\\{([^{}]*)\\}';
const STYLES = new RegExp(
  `\\\\(?:text|math|operatorname|emph|mbox|bold|vec|hat|bar|tilde|over|under|cancel)[a-zA-Z]*\\*?\\s*${INNER}`,
  'gu',
);
const FRACTION = new RegExp(`\\\\[dtc]?frac\\s*${INNER}\\s*${INNER}`, 'gu');
const ROOT = new RegExp(`\\\\sqrt\\s*(?:\\[([^[\\]]*)\\])?\\s*${INNER}`, 'gu');
const SCRIPT = new RegExp(`([\\^_])\\s*${INNER}`, 'gu');
const ENVIRONMENT = /\\(?:begin|end|label|tag|color|hspace|vspace)\s*\{[^{}]*\}/gu;
const SPACING = /\\(?:left|right|[bB]igg?[lr]?|displaystyle|textstyle|limits|nolimits|nonumber)(?![a-zA-Z])|\\[!]/gu;
const SPACE = /\\(?:q?quad(?![a-zA-Z])|[,;:> ])|[~&]/gu;
const COMMAND = /\\([a-zA-Z]+)\*?/gu;

/** A formula without backslashes and braces: `\frac{a}{b}` is `a/b`, `x^{2}` is `x^2`, `\alpha` is `α`. */
export function readFormula(formula: string): string {
  let text = formula
    .replace(ENVIRONMENT, ' ')
    .replace(/\\\\(?:\[[^[\]]*\])?/gu, ', ')
    .replace(SPACING, '')
    .replace(SPACE, ' ');
  for (let depth = 0; depth < MAX_DEPTH && /\{[^{}]*\}/u.test(text); depth += 1) {
    text = text
      .replace(STYLES, '$1')
      .replace(FRACTION, (_, above: string, below: string) => `${grouped(above)}/${grouped(below)}`)
      .replace(ROOT, (_, degree: string | undefined, radicand: string) => `${degree ?? ''}√${grouped(radicand)}`)
      .replace(SCRIPT, (_, mark: string, script: string) => `${mark}${grouped(script)}`)
      .replace(/(?<![\\a-zA-Z}\]^_]\s*)\{([^{}]*)\}/gu, '$1');
  }
  return text
    .replace(COMMAND, (_, name: string) => SIGNS[name] ?? ` ${name} `)
    .replace(/\\([{}%$&_#|])/gu, '$1')
    .replace(/(?<!\\)[{}]|\\/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

function grouped(part: string): string {
  const trimmed = part.trim();
  return /^(?:[\p{L}\p{N}.√]+|\\[a-zA-Z]+)$/u.test(trimmed) ? trimmed : `(${trimmed})`;
}

/** What a formula has and a price has not. */
const FORMULA = /[\\^_{}=<>|]|^[a-zA-Z]{1,2}$|^\p{L}\(|^[\d.]*[a-zA-Z]\s?[+*/-]|^[a-z]'*,/u;
const PLAIN_FORMULA = /\\[a-zA-Z]|[\^_=]|^\s*[a-zA-Z]\s*$/u;
/** Between escaped brackets: a link, a tag or prose, rather than a formula. */
const ESCAPED = /\]\(|:\/\/|<\/?[a-z]|\p{L}{2,} \p{L}{2,} \p{L}{2,}/u;
const BARE = new RegExp(
  `(?<![\\w:\\\\./])\\\\(?:(?:[dtc]?frac|sqrt|text[a-z]*|math[a-z]+|emph|operatorname|overline|vec|hat|bar)(?:\\[[^[\\]\\n]{0,50}\\])?(?:\\{(?:[^{}\\n]|\\{[^{}\\n]{0,200}\\}){0,300}\\}){1,2}|(?:[dtc]?frac|sqrt)(?![a-zA-Z\\\\])|(?:${COMMANDS})(?![a-zA-Z\\\\]))`,
  'gu',
);

/** Replaces the formulas of a text: between `$`, `$$`, `\(…\)`, `\[…\]`, in environments, and single commands. */
export function withFormulas(text: string, write: (formula: string) => string): string {
  if (!/[$\\]/u.test(text)) return text;
  const read = (formula: string): string => write(readFormula(formula));
  let rest = between(text, '$$', '$$', read);
  rest = between(rest, '\\[', '\\]', read);
  rest = between(rest, '\\(', '\\)', read);
  rest = between(rest, '\\begin{', '\\end{', (formula) => read(`\\begin{${formula}`));
  return betweenDollars(rest, read).replace(BARE, read);
}

/** Replaces what stands between two marks, if there are both and something that looks like a formula. */
function between(text: string, open: string, close: string, read: (formula: string) => string): string {
  const parts: string[] = [];
  let position = 0;
  for (;;) {
    const start = text.indexOf(open, position);
    const end = start < 0 ? -1 : text.indexOf(close, start + open.length);
    if (end < 0) return parts.join('') + text.slice(position);
    const after = close === '\\end{' ? text.indexOf('}', end) + 1 || text.length : end + close.length;
    const formula = text.slice(start + open.length, end);
    const isFormula =
      text[start - 1] !== '\\' &&
      (open.startsWith('\\') ? PLAIN_FORMULA.test(formula) && !ESCAPED.test(formula) : FORMULA.test(formula.trim()));
    parts.push(text.slice(position, start), isFormula ? read(formula) : text.slice(start, after));
    position = after;
  }
}

function betweenDollars(text: string, read: (formula: string) => string): string {
  const parts: string[] = [];
  let position = 0;
  let open = text.indexOf('$');
  while (open >= 0) {
    const close = text.indexOf('$', open + 1);
    if (close < 0) break;
    const formula = text.slice(open + 1, close);
    const isFormula =
      formula.length <= MAX_INLINE &&
      !/[\p{L}\p{N}\\]/u.test(text[open - 1] ?? ' ') &&
      !/[\p{L}\p{N}]/u.test(text[close + 1] ?? ' ') &&
      !/^\s|\s$|\n\n/u.test(formula) &&
      FORMULA.test(formula);
    if (isFormula) {
      parts.push(text.slice(position, open), read(formula));
      position = close + 1;
    }
    open = isFormula ? text.indexOf('$', close + 1) : close;
  }
  return parts.join('') + text.slice(position);
}
