const FRONT_MATTER = /^\s*---[ \t]*\n([\s\S]{1,4000}?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/u;
/** `key: value`, the items and the further lines of a value, and comments. */
const YAML_LINE = /^(?:[A-Za-z][\w-]{0,40}:(?:[ \t].*)?|[ \t]+\S.*|- .*|#.*|[ \t]*)$/u;
/** Keys that tell a document from lines of a dialogue between rules. */
const KNOWN_KEY =
  /^(?:title|layout|date|tags|author|authors|slug|draft|permalink|categories|description|lang|published):/mu;
const TITLE = /^title:[ \t]+(?:"([^"\n]{1,500})"|'([^'\n]{1,500})'|([^"'\n>|][^\n]{0,500}))[ \t]*$/mu;

/** Removes the YAML that a Markdown document begins with, except the title. */
export function withoutFrontMatter(text: string): string {
  if (!/^\s*---/u.test(text)) return text;
  const [block, content = ''] = FRONT_MATTER.exec(text) ?? [];
  if (block === undefined || !KNOWN_KEY.test(content)) return text;
  if (!content.split('\n').every((line) => YAML_LINE.test(line))) return text;
  const [, doubled, single, plain] = TITLE.exec(content) ?? [];
  return `${doubled ?? single ?? plain ?? ''}\n\n${text.slice(block.length)}`;
}
