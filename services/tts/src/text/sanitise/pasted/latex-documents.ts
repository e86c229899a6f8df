const OPTIONS = '(?:\\[[^[\\]\\n]{0,200}\\]){0,2}';
const ARGUMENT = '\\{([^{}]{0,500})\\}';
const command = (names: string, rest: string): RegExp =>
  new RegExp(`(?<![\\\\:/])\\\\(?:${names})(?![a-zA-Z])\\*?${rest}`, 'gu');

/** What only a LaTeX document has. A path or a regular expression has none of it. */
const DOCUMENT =
  /\\(?:documentclass|begin\s*\{(?!align|equation|gather|math|[a-z]*matrix|cases)|(?:part|chapter|(?:sub){0,2}section|(?:sub)?paragraph|footnote|caption|cite[a-z]*|ref|eqref|label|href|title)\*?[[{]|item\s)/u;
/** Of a file. What a mail says before it mentions the command stays. */
const BEFORE_DOCUMENT = /^\s*(?:%.*\n\s*)*\\documentclass[\s\S]*?\\begin\s*\{document\}/u;
const COMMENT = /^[ \t]*%.*$|(?<![\\\d])[ \t]%[ \t].*$/gmu;
const REFERENCES = command(
  'usepackage|documentclass|bibliography(?:style)?|includegraphics|label|cite[a-z]*|nocite|(?:eq|auto|page|c|C)?ref|input|include|[vh]space|setlength|(?:re)?newcommand|pagestyle|thispagestyle',
  `${OPTIONS}(?:\\{[^{}]{0,500}\\}){1,3}`,
);
const LINKS = command('href', `\\{[^{}]{0,500}\\}${ARGUMENT}`);
const HEADINGS = command(
  'part|chapter|(?:sub){0,2}section|(?:sub)?paragraph|title|author|date|caption',
  `${OPTIONS}${ARGUMENT}`,
);
const TABLE = /\\begin\s*\{tabular[xy]?\*?\}(?:\{[^{}]{0,100}\}){1,2}([\s\S]{0,5000}?)\\end\s*\{tabular[xy]?\*?\}/gu;
const ENVIRONMENTS =
  /\\(?:begin|end)\s*\{(?!align|equation|gather|multline|math|displaymath|[a-z]*matrix|cases|array|split)[a-zA-Z]+\*?\}(?:\[[^[\]\n]{0,100}\])?/gu;
const ITEM = command('item', '[ \\t]*(?:\\[([^[\\]\\n]{0,100})\\])?');
const FOOTNOTE = command('footnote', `${OPTIONS}${ARGUMENT}`);
const DIRECTIVES = command(
  'maketitle|tableofcontents|newpage|clearpage|noindent|centering|appendix|par|(?:big|med|small)skip|hfill|hline|(?:top|mid|bottom)rule|today|bfseries|itshape|tiny|small|large|Large|LARGE|huge|normalsize',
  '(?:\\{\\})?',
);
const NAME = command('((?:La|Xe|pdf)?TeX)', '(?:\\{\\})?');
const STYLES = command('text[a-z]{2}|emph|underline|mbox|url', ARGUMENT);

/**
 * A LaTeX document as paragraphs, headings and lists; formulas stay for {@link readFormula}. References, labels and what
 * stands before the document go. Any other text stays as it is.
 */
export function withoutDocumentCommands(text: string): string {
  if (!DOCUMENT.test(text)) return text;
  return text
    .replace(BEFORE_DOCUMENT, '')
    .replace(COMMENT, '')
    .replace(/[ \t]*~(?=\\)/gu, ' ')
    .replace(REFERENCES, '')
    .replace(TABLE, (_, rows: string) => `\n${rows.replace(/\s*&\s*/gu, ', ').replace(/\s*\\\\/gu, '\n\n')}\n`)
    .replace(LINKS, '$1')
    .replace(STYLES, '$1')
    .replace(STYLES, '$1')
    .replace(HEADINGS, '\n\n$1\n\n')
    .replace(FOOTNOTE, ' ($1)')
    .replace(ENVIRONMENTS, '\n\n')
    .replace(ITEM, (_, label: string | undefined) => `\n- ${label === undefined ? '' : `${label} `}`)
    .replace(NAME, '$1')
    .replace(DIRECTIVES, '')
    .replace(/(?<!\\)\\(?=[ \t])/gu, '')
    .replace(/``([^`'\n]{0,500})''/gu, '“$1”')
    .replace(/(?<=\p{L}|\.)~(?=[\p{L}\p{N}])/gu, ' ');
}
