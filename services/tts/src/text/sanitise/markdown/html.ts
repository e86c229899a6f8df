/** Elements that stand in a line of text. */
const INLINE =
  words(`a abbr acronym b bdi bdo big button cite code del dfn em font i ins kbd label mark nobr q ruby s samp small
  span strike strong sub sup think time tt u var wbr`);
/** Elements that end the block before them. */
const BLOCK =
  words(`address article aside audio blockquote body canvas caption center col colgroup dd details dialog div dl dt
  fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe img input legend li link
  main map menu meta nav noscript object ol optgroup option p param picture pre section select source summary svg table tbody
  template tfoot thead title tr track ul video g path rect circle defs use area base embed`);
/** Elements whose content is not shown; in a `<ruby>`, the reading beside the word. */
const HIDDEN = words('script style rt rp textarea');
/** Names that are signs of their own where nothing closes them: `use <b> and <i>`, `List<a>`. */
const SHORT = words('a b i q s u code em strong sub sup');
const BOOLEAN_ATTRIBUTES =
  'hidden|disabled|checked|open|async|defer|controls|autoplay|loop|muted|playsinline|required|readonly|selected|multiple|reversed|nowrap|noshade|allowfullscreen|itemscope|default|inert';

const TAG = new RegExp(
  `<(?:(?<end>/)(?<closed>[a-z][\\w:-]{0,40})[ \\t\\n]*|(?<name>[a-z][\\w:-]{0,40})(?<attributes>(?:\\s+(?:[a-z_:@][\\w:.@-]*\\s*=\\s*(?:"[^"<]*"|'[^'<]*'|[^\\s"'=<>\`]+)|(?:${BOOLEAN_ATTRIBUTES})(?![\\w=-])))*)\\s*/?)>`,
  'iuy',
);
const DECLARATION = /<![a-z][^<>]{0,500}>/iuy;

/** What a tag or comment is to the text around it, and how much of the source it takes. */
export interface Markup {
  readonly length: number;
  /** `none` between letters of a word, `space`, `cell` of a table; else the kind of block that ends here. */
  readonly leaves: 'none' | 'space' | 'cell' | 'item' | 'block' | 'heading';
}

/** Reads the tags and comments of one text. `x<y and z>w`, `List<a>` and `<your name>` are none. */
export class Tags {
  readonly #text: string;
  /** Elements closed in this text, with the offset of the last end tag. */
  readonly #closed = new Map<string, number>();
  readonly #lastComment: number;

  constructor(text: string) {
    this.#text = text;
    for (const match of text.matchAll(/<\/([a-z][\w:-]{0,40})\s*>/giu)) {
      this.#closed.set((match[1] ?? '').toLowerCase(), match.index);
    }
    this.#lastComment = text.lastIndexOf('-->');
  }

  /** The tag or comment at an offset where `<` stands. */
  at(offset: number): Markup | undefined {
    const text = this.#text;
    if (text.startsWith('<!--', offset)) {
      if (this.#lastComment < offset + 2) return undefined;
      return { length: text.indexOf('-->', offset + 2) + 3 - offset, leaves: 'space' };
    }
    DECLARATION.lastIndex = offset;
    const declaration = DECLARATION.exec(text)?.[0];
    if (declaration !== undefined) return { length: declaration.length, leaves: 'space' };
    TAG.lastIndex = offset;
    const found = TAG.exec(text);
    if (!found) return undefined;
    const { closed, name, attributes = '' } = found.groups ?? {};
    const element = (closed ?? name ?? '').toLowerCase();
    const length = found[0].length;
    if (closed !== undefined) return { length, leaves: leftByEnd(element) };
    if (!this.#isElement(element, attributes, offset)) return undefined;
    if (!HIDDEN.has(element)) return { length, leaves: remains(element) };
    const close = new RegExp(`</${element}\\s*>`, 'giu');
    close.lastIndex = offset;
    const end = this.#isClosedAfter(element, offset) ? close.exec(text) : undefined;
    return { length: end ? close.lastIndex - offset : length, leaves: 'none' };
  }

  #isElement(element: string, attributes: string, offset: number): boolean {
    if (/=\s*["']/u.test(attributes)) return true;
    const isKnown = INLINE.has(element) || BLOCK.has(element) || HIDDEN.has(element) || /^(?:br|t[dh])$/u.test(element);
    const isGlued = /[\p{L}\p{N}_]/u.test(this.#text[offset - 1] ?? ' ') && !/^(?:br|hr|img|wbr)$/u.test(element);
    if (isKnown && !isGlued && !(SHORT.has(element) && attributes === '')) return true;
    return this.#isClosedAfter(element, offset);
  }

  #isClosedAfter(element: string, offset: number): boolean {
    return (this.#closed.get(element) ?? -1) > offset;
  }
}

function leftByEnd(element: string): Markup['leaves'] {
  if (/^t[dh]$/u.test(element)) return 'none';
  return /^h[1-6]$/u.test(element) ? 'heading' : remains(element);
}

function remains(element: string): Markup['leaves'] {
  if (element === 'br') return 'space';
  if (element === 'td' || element === 'th') return 'cell';
  if (element === 'img' || element === 'input') return 'space';
  if (/^(?:li|tr|dt|dd|option)$/u.test(element)) return 'item';
  return BLOCK.has(element) ? 'block' : 'none';
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/u));
}
