const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/u));

/** Elements that stand in a line of text. */
const INLINE =
  words(`a abbr acronym b bdi bdo big br button cite code data del dfn em font i img input ins kbd label mark
  nobr q ruby s samp small span strike strong sub sup time tt u var wbr`);
/** Elements that end the block before them. */
const BLOCK =
  words(`address article aside audio blockquote body canvas caption center col colgroup dd details dialog div dl
  dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main
  map menu meta nav noscript object ol optgroup option p para param picture pre section select source summary svg table tbody
  td template tfoot th thead title tr track ul video`);
/** Elements whose content is not shown: also a reading beside a word, and what a language model wrote for itself. */
const HIDDEN = words('script style rt rp textarea think thinking thought reasoning');
/** Names that are signs of their own where nothing closes them: `use <b> and <i>`, `List<a>`. */
const SHORT = words('a b i q s u code em strong sub sup think');
const BOOLEAN =
  words(`hidden disabled checked open async defer controls autoplay loop muted playsinline required readonly
  selected multiple reversed nowrap noshade allowfullscreen itemscope default inert`);

/** Elements without content. */
const VOID = words('area base br col embed frame hr img input link meta source track wbr');
export const isBlock = (name: string): boolean => BLOCK.has(name);
export const isHidden = (name: string): boolean => HIDDEN.has(name);

const TAG = /^<(\/?)([a-z][\w:-]*)([\s\S]*?)\/?>$/iu;
const ATTRIBUTE = /([^\s=]+)(?:\s*=\s*("[^"]*"|'[^']*'|\S+))?/gu;

/** A tag as it is written in Markdown; `undefined` for comments and declarations. */
export function readTag(written: string) {
  const [, slash, name, attributes = ''] = TAG.exec(written) ?? [];
  if (name === undefined) return undefined;
  const given = attributes.matchAll(ATTRIBUTE);
  return {
    name: name.toLowerCase(),
    isStart: slash === '',
    isEnd: slash !== '' || written.endsWith('/>') || VOID.has(name.toLowerCase()),
    attributes: Object.fromEntries(
      Array.from(given, ([, key = '', value = '']) => [key.toLowerCase(), value.replace(/^["']|["']$/gu, '')]),
    ),
  };
}

/**
 * Whether a tag is markup: `x<y and z>w`, `List<a>` and `<your name>` are text.
 *
 * @param closed names of the elements that are closed somewhere
 */
export function isMarkup(tag: string, before: string, closed: ReadonlySet<string>): boolean {
  const [, slash, written = '', attributes = ''] = TAG.exec(tag) ?? [];
  const name = written.toLowerCase();
  // Comments, declarations and end tags.
  if (name === '' || slash !== '') return true;
  const given = [...attributes.matchAll(ATTRIBUTE)];
  if (given.some(([, attribute = '', value]) => value === undefined && !BOOLEAN.has(attribute.toLowerCase())))
    return false;
  const isKnown = INLINE.has(name) || BLOCK.has(name) || HIDDEN.has(name);
  const isGlued = /[\p{L}\p{N}_]$/u.test(before) && !/^(?:br|hr|img|wbr)$/u.test(name);
  if (isKnown && !isGlued && !(SHORT.has(name) && given.length === 0)) return true;
  return closed.has(name) || given.some(([, , value]) => /^["']/u.test(value ?? ''));
}
