const OPTIONS = '(?:\\[[^[\\]\\n]{0,200}\\]){0,2}';
const ARGUMENT = '\\{([^{}]{0,500})\\}';
const command = (names: string, rest: string): RegExp =>
  new RegExp(`(?<!\\\\)\\\\(?:${names})(?![a-zA-Z])\\*?${rest}`, 'gu');

/** A file begins as one; a text that mentions a command is none. */
const FILE =
  /^\s*(?:%.*\n\s*)*\\(?:documentclass|usepackage|begin\s*\{(?!align|equation|gather|math|[a-z]*matrix|cases)|(?:part|chapter|(?:sub){0,2}section|(?:sub)?paragraph|title)\*?\s?[[{])/u;
const PREAMBLE = /^[\s\S]*?\\begin\s*\{document\}/u;
const TABLE = /\\begin\s*\{tabular[xy]?\*?\}(?:\{[^{}]{0,100}\}){1,2}([\s\S]{0,5000}?)\\end\s*\{tabular[xy]?\*?\}/gu;
/** Accents by their commands; those that are letters need braces around theirs: `\\'e`, `\\c{c}`. */
const ACCENTS: Readonly<Record<string, string>> = {
  ...{ '`': '\u0300', "'": '\u0301', '^': '\u0302', '~': '\u0303', '=': '\u0304', '.': '\u0307', '"': '\u0308' },
  ...{ u: '\u0306', r: '\u030a', H: '\u030b', v: '\u030c', c: '\u0327', k: '\u0328' },
};
const ACCENTED = /(?<!\\)\\(?:([`'^~=."])\{?|([urHvck])\{)\\?([a-zA-Z])\}?/gu;
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ss: 'ß', ae: 'æ', AE: 'Æ', oe: 'œ', OE: 'Œ', o: 'ø', O: 'Ø', aa: 'å', AA: 'Å', l: 'ł', L: 'Ł', i: 'ı', j: 'ȷ' },
};
/** What is read of it, and as which Markdown. Formulas stay. */
const RULES: readonly (readonly [RegExp, string | ((whole: string, ...groups: string[]) => string)])[] = [
  [ACCENTED, (_, sign, letter, accented = '') => (accented + (ACCENTS[sign ?? letter ?? ''] ?? '')).normalize('NFC')],
  [/(?<!\\)\\(ss|ae|AE|oe|OE|aa|AA|[oOlLij])(?![a-zA-Z])(?:\{\})? ?/gu, (_, name = '') => LETTERS[name] ?? ''],
  [/^[ \t]*%.*$|(?<![\\\d])[ \t]%[ \t].*$/gmu, ''],
  [/[ \t]*~(?=\\)|(?<=\p{L}|\.)~(?=[\p{L}\p{N}])/gu, ' '],
  [
    command(
      'usepackage|documentclass|bibliography(?:style)?|includegraphics|label|cite[a-z]*|nocite|(?:eq|auto|page|c|C)?ref|input|include|[vh]space|setlength|(?:re)?newcommand|pagestyle|thispagestyle',
      `${OPTIONS}(?:\\{[^{}]{0,500}\\}){1,3}`,
    ),
    '',
  ],
  [TABLE, (_, rows = '') => `\n${rows.replace(/\s*&\s*/gu, ', ').replace(/\s*\\\\/gu, '\n\n')}\n`],
  [command('href', `\\{[^{}]{0,500}\\}${ARGUMENT}`), '$1'],
  [command('text[a-z]{2}|emph|underline|mbox|url', ARGUMENT), '$1'],
  [command('part|chapter|(?:sub){0,2}section|(?:sub)?paragraph|title', `${OPTIONS}${ARGUMENT}`), '\n\n# $1\n\n'],
  [command('author|date|caption', `${OPTIONS}${ARGUMENT}`), '\n\n$1\n\n'],
  [command('footnote', `${OPTIONS}${ARGUMENT}`), ' ($1)'],
  [
    /\\(?:begin|end)\s*\{(?!align|equation|gather|multline|math|displaymath|[a-z]*matrix|cases|array|split)[a-zA-Z]+\*?\}(?:\[[^[\]\n]{0,100}\])?/gu,
    '\n\n',
  ],
  [
    command('item', '[ \\t]*(?:\\[([^[\\]\\n]{0,100})\\])?[ \\t]*'),
    (_, label) => `\n- ${label === undefined ? '' : `${label} `}`,
  ],
  [command('((?:La|Xe|pdf)?TeX)', '(?:\\{\\})?'), '$1'],
  [
    command(
      'maketitle|tableofcontents|newpage|clearpage|noindent|centering|appendix|par|(?:big|med|small)skip|hfill|hline|(?:top|mid|bottom)rule|today|bfseries|itshape|tiny|small|large|Large|LARGE|huge|normalsize',
      '(?:\\{\\})?',
    ),
    '',
  ],
  [/``([^`'\n]{0,500})''/gu, '“$1”'],
  [/(?<!\\)\\(?=[ \t%&$#_])/gu, ''],
];

/** A LaTeX file as Markdown, without references, labels and what stands before the document; `undefined` if a text is none. */
export function readLatexFile(text: string): string | undefined {
  if (!FILE.test(text)) return undefined;
  const document = text.includes('\\documentclass') ? text.replace(PREAMBLE, '') : text;
  return RULES.reduce((rest, [pattern, by]) => rest.replace(pattern, by as string), document);
}
