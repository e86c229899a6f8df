import { readChatExport } from './chat-export.js';
import { readLatexFile } from './latex-file.js';
import { withoutCueTimes } from './subtitles.js';

/** Of a page or a mail: it begins with an element and ends with one, and has nothing that Markdown marks between. */
const HTML_FILE = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body)[\s>]/iu;
const HTML_BLOCKS = /^\s*<(?:div|p|h[1-6]|ul|ol|table|article|section|main|header)[\s>][\s\S]*<\/[a-z][\w-]*>\s*$/iu;
const MARKDOWN_BLOCK = /^(?: {0,3}(?:#{1,6}|[-*+]|\d+[.)]) | {0,3}(?:```|~~~))/mu;

/** Whether a text as a whole is HTML. */
export const isHtml = (text: string): boolean =>
  HTML_FILE.test(text) || (HTML_BLOCKS.test(text) && !MARKDOWN_BLOCK.test(text));

/**
 * What is spoken of the formats that people paste, as Markdown. Only a chat export and a LaTeX file are decided on the whole
 * text; subtitles, front matter and the reasoning of a model are blocks that are complete in
 * themselves; chords stand on their words.
 */
export function withoutFormats(text: string): string {
  const whole = readChatExport(text) ?? readLatexFile(text);
  return whole ?? withoutChords(withoutCueTimes(withoutReasoning(withoutFrontMatter(text))));
}

/** `key: value`, the items and the further lines of a value, and comments. */
const FRONT_MATTER =
  /^\s*---[ \t]*\n((?:(?:[A-Za-z][\w-]{0,40}:(?:[ \t].*)?|[ \t]+\S.*|- .*|#.*|[ \t]*)\n){1,200}?)(?:---|\.\.\.)[ \t]*(?:\n|$)/u;
/** Keys that tell a document from lines of a dialogue between rules. */
const KNOWN_KEY = /^(?:title|layout|date|tags|authors?|slug|draft|permalink|categories|description|lang|published):/mu;
const TITLE = /^title:[ \t]+(["']?)([^>|\s"'][^\n]{0,500}?)\1[ \t]*$/mu;

/** Removes the YAML that a Markdown document begins with, except the title. */
function withoutFrontMatter(text: string): string {
  const [block, content = ''] = FRONT_MATTER.exec(text) ?? [];
  if (block === undefined || !KNOWN_KEY.test(content)) return text;
  return `${TITLE.exec(content)?.[2] ?? ''}\n\n${text.slice(block.length)}`;
}

/** Some servers leave out the tag that begins the reasoning of a model: then all before its end goes. */
function withoutReasoning(text: string): string {
  const end = /^<\/(think|thinking|thought|reasoning)>[ \t]*$/mu.exec(text);
  if (!end || text.slice(0, end.index).includes(`<${end[1]}>`)) return text;
  return text.slice(end.index + end[0].length);
}

/** `[Em]`, `[F#]`, `[D/F#]`; the answers to a question may be `[A]` to `[G]`. */
const CHORD = /\[[A-G][#b♯♭]?(?:m|maj|min|dim|aug|sus|add|[2-9]|1[13]|\/[A-G][#b♯♭]?){0,4}\]/gu;
const COLOURED_CHORD = /\[[A-G](?!\])[\w#♯♭/]{1,9}\]\p{L}/u;

/** Removes the chords of a song, `[Em]Carrying a [C]heavy load`. */
function withoutChords(text: string): string {
  if (!COLOURED_CHORD.test(text)) return text;
  const chords = text.match(CHORD) ?? [];
  return chords.length > 1 && chords.some((chord) => COLOURED_CHORD.test(`${chord}a`)) ? text.replace(CHORD, '') : text;
}
