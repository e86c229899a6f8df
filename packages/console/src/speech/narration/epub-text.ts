import type { Chapter } from './book.js';

/** A document of a book, in reading order. */
export interface BookDocument {
  readonly path: string;
  readonly document: Document;
  /** Where a link in it leads. */
  targetOf(href: string): { path: string; id: string };
}

/** Where a chapter begins: at an element, or with its document. */
export interface Start {
  readonly path: string;
  readonly id: string;
  readonly title: string;
}

const OPS = 'http://www.idpf.org/2007/ops';
/** What is not read aloud, by the structural semantics of EPUB and its roles. @see https://www.w3.org/TR/epub-ssv-11/ */
const UNSPOKEN_TYPES = new Set([
  'noteref',
  'footnote',
  'footnotes',
  'endnote',
  'endnotes',
  'rearnote',
  'rearnotes',
  'backlink',
  'pagebreak',
  'page-list',
]);
const UNSPOKEN = 'head, script, style, template, nav, svg, audio, video, object, iframe, annotation, rt, rp, [hidden]';
const BLOCKS =
  'address, article, aside, blockquote, body, caption, center, dd, div, dl, dt, fieldset, figcaption, figure, footer, form, h1, h2, h3, h4, h5, h6, header, hr, li, main, ol, p, pre, section, table, td, th, tr, ul';

/** The words of `epub:type` and `role`; those of the role without their prefix. */
export const typesOf = (element: Element): string[] =>
  [element.getAttributeNS(OPS, 'type') ?? element.getAttribute('epub:type'), element.getAttribute('role')]
    .join(' ')
    .split(/\s+/)
    .map((word) => word.replace(/^doc-/, ''));

/** The text of documents, in chapters. */
export function chaptersOfDocuments(
  documents: readonly BookDocument[],
  starts: readonly Start[],
  pages: readonly Start[],
): Chapter[] {
  const skipped = new Set([...notesOf(documents), ...pageMarks(documents, pages)]);
  const chapters: { title: string; text: string }[] = [{ title: '', text: '' }];
  for (const { path, document } of documents) {
    const own = starts.filter((start) => start.path === path);
    const titles = new Map(own.map(({ id, title }) => [elementOf(document, id), title]));
    // When the element is missing, its chapter begins with the document.
    const first = titles.get(undefined) ?? (starts.length === 0 ? headingOf(document) : undefined);
    if (first !== undefined) chapters.push({ title: first, text: '' });
    else appendTo(chapters, '\n\n');
    for (const piece of piecesOf(document, skipped)) {
      if (typeof piece === 'string') appendTo(chapters, piece);
      else if (titles.has(piece)) chapters.push({ title: titles.get(piece) ?? '', text: '' });
    }
  }
  return chapters.map(({ title, text }) => ({
    title,
    text: text
      .replaceAll(/[^\S\n]*\n[^\S\n]*/g, '\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
  }));
}

const appendTo = (chapters: { text: string }[], text: string) => {
  const last = chapters.at(-1);
  if (last !== undefined) last.text += text;
};

const elementOf = (document: Document, id: string): Element | undefined =>
  (id === '' ? null : (document.getElementById(id) ?? document.querySelector(`a[name="${CSS.escape(id)}"]`))) ??
  undefined;

const bodyOf = (document: Document): Element | undefined => document.getElementsByTagNameNS('*', 'body')[0];

const headingOf = (document: Document) =>
  document.querySelector('h1, h2, h3, h4, h5, h6')?.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '';

/** The elements of a document as they are entered, and its text, with an empty line between blocks. */
function* piecesOf(document: Document, skipped: ReadonlySet<Element>): Generator<Element | string> {
  const body = bodyOf(document);
  if (body === undefined) return;
  const isUnspoken = (element: Element) =>
    skipped.has(element) || element.matches(UNSPOKEN) || typesOf(element).some((type) => UNSPOKEN_TYPES.has(type));
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && isUnspoken(node) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const numbers = new Map<Element, number>();
  let block: Element | null | undefined;
  for (let node: Node | null = walker.currentNode; node !== null; node = walker.nextNode()) {
    if (!(node instanceof Element)) {
      const text = node.nodeValue ?? '';
      const own = node.parentElement?.closest(BLOCKS);
      if (text.trim() !== '' && own !== block) {
        block = own;
        yield '\n\n';
      }
      yield text.replaceAll(/\s+/g, ' ');
      continue;
    }
    yield node;
    const list = node.parentElement;
    if (node.localName === 'br') yield '\n';
    if (node.localName !== 'li' || list?.localName !== 'ol') continue;
    const number = (numbers.get(list) ?? Number(list.getAttribute('start') ?? 1) - 1) + 1;
    numbers.set(list, number);
    yield `\n\n${number}. `;
    block = node;
  }
}

/** The elements that mark printed pages, and hold no more than the number. */
function* pageMarks(documents: readonly BookDocument[], pages: readonly Start[]): Generator<Element> {
  const byPath = new Map(documents.map((one) => [one.path, one.document]));
  for (const { path, id, title } of pages) {
    const document = byPath.get(path);
    const mark = document && elementOf(document, id);
    // Around an empty anchor there may be the number itself.
    for (const element of [mark, mark?.parentElement])
      if (element?.textContent && numberIn(element.textContent) === numberIn(title)) yield element;
  }
}

/** "12" of "[Pg 12]". Undefined for what says more. */
const numberIn = (text: string): string | undefined =>
  /^[^\p{L}\p{N}]*(?:\p{L}{1,4}[.\s]+)?([\p{N}]+|[ivxlcdm]+)[^\p{L}\p{N}]*$/iu.exec(text)?.[1]?.toLowerCase();

/** The nearest block around a place, unless it has a heading, which a note has not. */
function noteAt(target: Element): Element | undefined {
  const block = target.closest('li, p, dd, aside, tr, div') ?? undefined;
  return block?.querySelector('h1, h2, h3, h4, h5, h6') ? undefined : block;
}

/** How far the goal of a way back may be from the sign, in elements: it may be around it, or next to it. */
const NEAR = [0, 1, 2, 3, -1, -2, -3];

/**
 * Footnotes that nothing marks but their links: a number or a sign leads ahead to a block, in which another one leads back.
 * The block and its sign are not read aloud.
 */
function* notesOf(documents: readonly BookDocument[]): Generator<Element> {
  const positions = new Map<Element, number>();
  for (const { document } of documents)
    for (const element of bodyOf(document)?.getElementsByTagName('*') ?? []) positions.set(element, positions.size);
  const byPath = new Map(documents.map((one) => [one.path, one.document]));
  const links = documents.flatMap(({ document, targetOf }) =>
    [...document.querySelectorAll('a[href*="#"]')].flatMap((link) => {
      if (!/^[^\p{L}]*\p{L}?[^\p{L}]*$/u.test(link.textContent ?? '')) return [];
      const { path, id } = targetOf(link.getAttribute('href') ?? '');
      const goal = byPath.get(path);
      const target = goal && elementOf(goal, id);
      const [at, to] = [positions.get(link), target && positions.get(target)];
      return target === undefined || at === undefined || to === undefined ? [] : [{ link, at, to, target }];
    }),
  );
  /** Where the ways back of each block lead. */
  const goals = new Map<Element, Set<number>>();
  for (const { link, to } of links.filter((one) => one.to < one.at)) {
    // A paragraph in an item of a list, for instance.
    let block = noteAt(link);
    for (let level = 0; block && level < 3; level++) {
      goals.set(block, (goals.get(block) ?? new Set()).add(to));
      block = block.parentElement ? noteAt(block.parentElement) : undefined;
    }
  }
  for (const { link, at, to, target } of links) {
    const note = to > at ? noteAt(target) : undefined;
    if (note === undefined || !NEAR.some((distance) => goals.get(note)?.has(at + distance))) continue;
    yield link;
    yield note;
  }
}
