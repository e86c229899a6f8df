import MarkdownIt, { type Env, type StateBlock, type StateCore, type StateInline, type Token } from 'markdown-it';
import { DIGIT, LETTER, SPACE } from '../../characters.js';
import { formulaAt } from '../formats/formula.js';
import { type Block, BlockReader, readInto } from '../tree/block-reader.js';
import { isMarkup, readTag } from '../tree/elements.js';
import { bounded } from './bounded.js';

/** CommonMark with tables and strike-through, but where it eats meaning: this file and {@link bounded} say where. */
const markdown = new MarkdownIt({ html: true, maxNesting: 100 });
markdown.validateLink = () => true;
markdown.normalizeLink = (url) => url;

interface Known {
  readonly footnotes: ReadonlySet<string>;
  /** Names of the elements that are closed somewhere. */
  readonly closed: ReadonlySet<string>;
}
const known = (env: Env | undefined): Known => env as unknown as Known;

/** Markdown in its blocks; what is no element is text. Linear in its length. */
export function readMarkdown(text: string): Block[] {
  const { source, footnotes } = bounded(text);
  const tags = source.matchAll(/<\/([a-z][\w:-]{0,40})\s*>/giu);
  const closed = new Set([...tags].map(([, name = '']) => name.toLowerCase()));
  const env = { footnotes, closed } as unknown as Env;
  const reader = new BlockReader();
  readTokens(markdown.parse(source, env), reader, env);
  return reader.end();
}

/** What a line must have to be code, when only its indentation says so. */
const CODE_SIGN = /[{}[\]<>|\\=_`]|\/\/|&\w+;|\w\(\)|;[ \t]*$|^[ \t]*[$#] /mu;
const indentedCode = markdown.block.ruler.__rules__.find(({ name }) => name === 'code')?.fn;

/** Indented prose is prose. */
markdown.block.ruler.at('code', (state: StateBlock, start, end, isSilent) => {
  const indent = (line: number) => (state.sCount[line] ?? 0) - state.blkIndent;
  let last = start;
  while (last < end && (state.isEmpty(last) || indent(last) >= 4)) last += 1;
  if (last === start) return false;
  if (CODE_SIGN.test(state.getLines(start, last, 0, false)))
    return indentedCode?.(state, start, end, isSilent) ?? false;
  for (let line = start; line < last; line += 1) {
    const rest = Math.max(0, indent(line) - 4);
    state.sCount[line] = state.blkIndent + rest;
    state.bMarks[line] = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0) - state.blkIndent - rest;
    state.tShift[line] = state.blkIndent + rest;
  }
  return false;
});

/** The number of an item is said as it is written; so is the mark of a single item that a number follows: `- 5 degrees`. */
markdown.core.ruler.after('block', 'item-marks', ({ tokens }: StateCore) => {
  const lists: number[][] = [];
  tokens.forEach((token, index) => {
    if (token.type === 'list_item_open') lists.at(-1)?.push(index);
    else if (token.type.endsWith('_list_open')) lists.push([]);
    else if (token.type.endsWith('_list_close')) {
      const starts = lists.pop() ?? [];
      const items = starts.flatMap((start) => tokens[start] ?? []);
      const isCounted = items.length > 1 && items.every(({ info }) => info === items[0]?.info);
      const isSingle =
        items.length === 1 &&
        items[0]?.markup !== '*' &&
        DIGIT.test(tokens[(starts[0] ?? 0) + 2]?.content.charAt(0) ?? '');
      items.forEach((item, place) => {
        const number = isCounted ? Number(item.info) + place : item.info;
        if (token.type === 'ordered_list_close' || isSingle) item.attrs = [['data-mark', `${number}${item.markup}`]];
      });
    } else if (token.type === 'heading_open' && !token.markup.startsWith('#') && isLong(token)) {
      // A rule below several lines is no heading.
      token.type = 'paragraph_open';
      const close = tokens[index + 2];
      if (close) close.type = 'paragraph_close';
    }
  });
});
const isLong = ({ map }: Token): boolean => map !== null && map[1] - map[0] > 2;

const ALPHABETIC = /[\p{Script=Latin}\p{Script=Cyrillic}\p{N}]/u;
/** Names of Python and the web that no emphasis is meant by, and what a call or a file name follows. */
const NAME =
  /__(?:(?:all|annotations|call|class|del|dict|dirname|doc|enter|eq|exit|file|filename|getattr|getitem|hash|init|iter|len|main|module|name|new|next|post|pre|proto|repr|setitem|slots|str|version)__|\w{1,40}__(?=[.(]\w|\(\)))/uy;

const { State } = markdown.inline;
class InlineState extends State {
  /** What opens a link behind it is never closed. */
  readonly lastLinkEnd = this.src.lastIndexOf(']');

  /**
   * As CommonMark has it, with these differences: next to East Asian signs a space is not needed; between two letters or digits
   * of an alphabet nothing opens, for `l*w*h`, `2**3` and `snake_case`; nor does the `*` of `src/*.ts` and `.*`.
   */
  override scanDelims(start: number, canSplitWord: boolean): ReturnType<StateInline['scanDelims']> {
    const { length } = super.scanDelims(start, canSplitWord);
    const mark = this.src.charAt(start);
    const before = this.src.charAt(start - 1) || ' ';
    const after = this.src.charAt(start + length) || ' ';
    const isLetter = LETTER.test(after);
    const isWord = [before, after].map((character) => LETTER.test(character) || DIGIT.test(character));
    const isInWord = ALPHABETIC.test(before) && ALPHABETIC.test(after);
    NAME.lastIndex = start;
    const isName = mark === '_' && NAME.test(this.src);
    const isBound =
      isName ||
      (isInWord && (length === 1 || DIGIT.test(before + after))) ||
      (mark === '_' && isWord[0] === true && isWord[1] === true) ||
      (mark === '*' && before === '/' && (length === 1 || !isLetter));
    // A face: `>_<`.
    const isFace =
      mark === '_' && length === 1 && [before, after].every((sign) => /[^\s\p{L}\p{N}\p{Ps}\p{Pi}"'*~_]/u.test(sign));
    const isWildcard =
      mark === '*' &&
      length === 1 &&
      (/[.)\]}]/u.test(before) || (after === '.' && this.src.charAt(start + 2) !== '.'));
    return {
      length,
      can_open:
        !isBound &&
        !isFace &&
        !isWildcard &&
        !SPACE.test(after) &&
        !((isWord[0] === true || mark === '_') && /[\p{Pe}\p{Pf}]/u.test(after)),
      // `*i*th`: what opened before a word may close inside it.
      can_close:
        !isFace &&
        !(isWildcard && ALPHABETIC.test(after)) &&
        !SPACE.test(before) &&
        !((isWord[1] === true || mark === '_') && /[\p{Ps}\p{Pi}]/u.test(before)) &&
        (!isBound || (mark === '*' && LETTER.test(before) && isLetter)),
    };
  }
}
markdown.inline.State = InlineState;

/** A path or a pattern, `C:\new` and `\d+\.\d`: none of its marks is markup. */
const PATTERN = /\\(?=\S{0,100}(?<=\\)[a-z])\S{1,200}/iuy;
const ADDRESS = /:\/\/[^\s<>()[\]*`"]+/uy;
const FOOTNOTE = /\[\^([^\]\s]{1,50})\]/uy;
/** An index and a call, if its target looks like none: `handlers[0](event)`. */
const CALL = /\[[^[\]\n]{0,100}\]\((?![^()\n]{0,200}[/.#:@?])[^()\n]{1,200}\)/uy;
const ESCAPED_EMPHASIS = /(?:\\[*_~])+/uy;

const at = (pattern: RegExp, { src, pos }: StateInline): RegExpExecArray | null => {
  pattern.lastIndex = pos;
  return pattern.exec(src);
};

/** Reads what is no markup, though CommonMark says so. */
markdown.inline.ruler.before('newline', 'meaning', (state: StateInline, isSilent) => {
  const { src, pos } = state;
  const keep = (text: string, length: number): boolean => {
    if (!isSilent) state.pending += text;
    state.pos += length;
    return true;
  };
  const mark = src.charAt(pos);
  if (mark === '$' || mark === '\\') {
    const formula = formulaAt(src, pos);
    if (formula && !isSilent) state.push('formula', 'var', 0).content = formula.said;
    if (formula) state.pos += formula.length;
    if (formula) return true;
  }
  if (mark === '\\') {
    const pattern = at(PATTERN, state)?.[0].replace(/[*_~`)"'”.,;:!?]+$/u, '');
    if (pattern) return keep(pattern, pattern.length);
    // At the edge of a word nobody reads them aloud, escaped or not: `\*stressed\*`.
    const marks = at(ESCAPED_EMPHASIS, state)?.[0];
    if (marks === undefined) return false;
    const isInWord = /\w/u.test(src.charAt(pos - 1)) && /\w/u.test(src.charAt(pos + marks.length));
    return keep(isInWord ? marks.replaceAll('\\', '') : '', marks.length);
  }
  if (mark === ':' && LETTER.test(src.charAt(pos - 1))) {
    const address = at(ADDRESS, state)?.[0];
    return address !== undefined && keep(address, address.length);
  }
  if (mark !== '[') return false;
  if (state instanceof InlineState && pos > state.lastLinkEnd) return keep('[', 1);
  const [note, label = ''] = at(FOOTNOTE, state) ?? [];
  if (note !== undefined && (known(state.env).footnotes.has(label) || /^\d+$/u.test(label)))
    return keep('', note.length);
  const call = /[\w)\]]/u.test(src.charAt(pos - 1)) ? at(CALL, state)?.[0] : undefined;
  return call !== undefined && keep(call, call.length);
});

/** The parser defines each field of its own tokens one by one, which takes a tenth of the time for short paragraphs. */
markdown.block.State = class extends markdown.block.State {
  override push(type: string, tag: string, nesting: Token['nesting']): Token {
    if (nesting < 0) this.level -= 1;
    const { level } = this;
    const empty = { attrs: null, map: null, children: null, content: '', markup: '', info: '', meta: null };
    const token = { type, tag, nesting, level, ...empty, block: true, hidden: false } as Partial<Token> as Token;
    if (nesting > 0) this.level += 1;
    this.tokens.push(token);
    return token;
  }
};

/** What opens markup in lines; without it, they are text. */
const INLINE_MARK = /[$\\:[`~*_!<&\]]/u;
markdown.core.ruler.at('inline', ({ tokens, env }: StateCore) => {
  for (const { type, content, children } of tokens)
    if (type === 'inline' && children && INLINE_MARK.test(content))
      markdown.inline.parse(content, markdown, env, children);
});

/** Written as it is: comments, scripts and what a writer has formatted. */
const RAW = /^\s*<(?:!|\?|(?:script|style|pre|textarea)[\s>])/iu;

function readTokens(tokens: readonly Token[], reader: BlockReader, env: Env): void {
  const read = (name: string, text: string) => {
    reader.open(name);
    reader.text(text);
    reader.close(name);
  };
  tokens.forEach((token, index) => {
    const { type, tag, content, children, markup, nesting } = token;
    if (type === 'inline') {
      if (children && children.length > 0) readTokens(children, reader, env);
      else
        content.split(/[ \t]*\n[ \t]*/u).forEach((line, place) => {
          if (place > 0) reader.endLine();
          reader.text(line);
        });
    } else if (type === 'text' || type === 'text_special') reader.text(content);
    else if (type === 'softbreak' || type === 'hardbreak') reader.endLine();
    else if (type === 'formula' || type === 'code_inline') read(tag, content);
    else if (type === 'fence' || type === 'code_block') read('pre', content);
    else if (type === 'image') reader.text(markdown.renderer.renderInlineAsText(children ?? [], markdown.options, env));
    else if (type === 'html_block' && RAW.test(content)) readInto(reader, content);
    else if (type === 'html_block') readTokens(markdown.parseInline(content, env), reader, env);
    else if (type === 'html_inline') {
      const isTag = isMarkup(content, tokens[index - 1]?.content ?? '', known(env).closed);
      const written = isTag ? readTag(content) : undefined;
      if (!isTag) reader.text(content);
      if (written?.isStart) reader.open(written.name, written.attributes);
      if (written?.isEnd) reader.close(written.name);
    } else {
      const name = type.startsWith('paragraph') ? 'para' : tag === 'em' && markup === '_' ? 'u' : tag;
      if (nesting >= 0) reader.open(name, token.attrs ? Object.fromEntries(token.attrs) : undefined);
      if (nesting <= 0) reader.close(name);
    }
  });
}
