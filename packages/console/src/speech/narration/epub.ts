import { BlobReader, type FileEntry, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { PageError } from '../../language/language-provider.js';
import type { SpeechText } from '../text.js';
import { textOf } from '../text-file.js';
import { type Book, spoken } from './book.js';
import { type BookDocument, chaptersOfDocuments, type Start, typesOf } from './epub-text.js';

/** Only to resolve paths: nothing is fetched. */
const ROOT = 'http://book.invalid/';

/** Where a link leads: a path in the archive, and the id of an element there, '' without one. */
interface Target {
  path: string;
  id: string;
}

/** An entry of a table of contents. */
interface TocEntry extends Target {
  title: string;
  /** From 1. */
  depth: number;
}

/**
 * The chapters of an EPUB by its table of contents, without footnotes and page numbers. One without a table has a chapter
 * for each of its documents.
 * @throws {PageError} when it cannot be read, is encrypted, or has no text
 * @see https://www.w3.org/TR/epub-33/
 */
export async function readEpub(file: File): Promise<Book> {
  const archive = await EpubArchive.open(file);
  const container = await readXml(archive, 'META-INF/container.xml');
  const packagePath = targetOf(all(container, 'rootfile')[0]?.getAttribute('full-path'), '').path;
  const opf = await readXml(archive, packagePath);
  const items = new Map(
    all(opf, 'item').map((item) => [
      item.getAttribute('id') ?? '',
      {
        ...targetOf(item.getAttribute('href'), packagePath),
        type: item.getAttribute('media-type') ?? '',
        isNav: (item.getAttribute('properties') ?? '').split(/\s+/).includes('nav'),
      },
    ]),
  );
  const nav = [...items.values()].find(({ isNav }) => isNav);
  const ncx = [...items.values()].find(({ type }) => type === 'application/x-dtbncx+xml');
  // A table of contents in the text is not read aloud.
  const tables = all(opf, 'reference').filter((one) => one.getAttribute('type') === 'toc');
  const unread = new Set([nav?.path, ...tables.map((one) => targetOf(one.getAttribute('href'), packagePath).path)]);
  const order = all(opf, 'itemref')
    .filter((item) => item.getAttribute('linear') !== 'no')
    .flatMap((item) => items.get(item.getAttribute('idref') ?? '') ?? [])
    .filter(({ path, type }) => !unread.has(path) && /html/.test(type) && archive.has(path));
  await expectReadable(archive, order);

  const documents: BookDocument[] = [];
  for (const path of new Set(order.map((item) => item.path)))
    documents.push({ path, document: parsed(await archive.read(path)), targetOf: (href) => targetOf(href, path) });
  const contents = await contentsOf(archive, nav?.path, ncx?.path);
  const chapters = spoken(chaptersOfDocuments(documents, startsOf(contents.chapters), contents.pages));
  if (chapters.length === 0)
    throw new PageError<SpeechText>(({ narration }) => narration.bookEmpty({ name: file.name }));
  const title = all(opf, 'title')[0]?.textContent?.trim() || file.name.replace(/\.epub$/i, '');
  return { title, chapters };
}

/** A book that is sold with a lock has encrypted documents. Encrypted fonts hinder nobody. */
async function expectReadable(archive: EpubArchive, order: readonly Target[]): Promise<void> {
  const path = 'META-INF/encryption.xml';
  if (!archive.has(path)) return;
  const encrypted = all(await readXml(archive, path), 'CipherReference').map((one) =>
    targetOf(one.getAttribute('URI'), ''),
  );
  if (order.some((item) => encrypted.some((one) => one.path === item.path)))
    throw new PageError<SpeechText>(({ narration }) => narration.bookLocked({ name: archive.name }));
}

interface Contents {
  chapters: TocEntry[];
  /** The marks of printed pages. */
  pages: TocEntry[];
}

/** The table of contents of EPUB 3, else that of EPUB 2. A damaged one is as good as none. */
async function contentsOf(archive: EpubArchive, nav: string | undefined, ncx: string | undefined): Promise<Contents> {
  for (const [path, read] of [
    [nav, navContents],
    [ncx, ncxContents],
  ] as const) {
    if (path === undefined || !archive.has(path)) continue;
    const contents = read(parsed(await archive.read(path)), path);
    if (contents.chapters.length > 0) return contents;
  }
  return { chapters: [], pages: [] };
}

function navContents(document: Document, path: string): Contents {
  const listed = (type: string) =>
    [...document.querySelectorAll('nav')]
      .filter((nav) => typesOf(nav).includes(type))
      .flatMap((nav) => [...nav.querySelectorAll('a[href]')])
      .map((link) => ({
        ...targetOf(link.getAttribute('href'), path),
        title: labelOf(link),
        depth: depthOf(link, 'li'),
      }));
  return { chapters: listed('toc'), pages: listed('page-list') };
}

function ncxContents(document: Document, path: string): Contents {
  const listed = (name: string) =>
    all(document, name).map((point) => ({
      ...targetOf(all(point, 'content')[0]?.getAttribute('src'), path),
      title: labelOf(all(point, 'text')[0]),
      depth: depthOf(point, name),
    }));
  return { chapters: listed('navPoint'), pages: listed('pageTarget') };
}

/** A chapter is an entry of the first level, or one that begins another document than the entry above it. */
function startsOf(entries: readonly TocEntry[]): Start[] {
  const above: (string | undefined)[] = [];
  return entries.filter(({ depth, path }) => {
    above.length = Math.min(above.length, depth);
    const isChapter = depth === 1 || above.findLast((one) => one !== undefined) !== path;
    above[depth] = path;
    return isChapter;
  });
}

const labelOf = (element: Element | undefined) => (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();

function depthOf(element: Element, name: string): number {
  let depth = 0;
  for (let one: Element | null = element; one !== null; one = one.parentElement)
    depth += Number(one.localName === name);
  return depth;
}

const all = (parent: Document | Element, name: string): Element[] => [...parent.getElementsByTagNameNS('*', name)];

/** @param base the path of the file that has the link. A link out of the book leads nowhere. */
function targetOf(href: string | null | undefined, base: string): Target {
  try {
    const url = new URL(href ?? '', ROOT + base.split('/').map(encodeURIComponent).join('/'));
    if (url.origin !== new URL(ROOT).origin) return { path: '', id: '' };
    return { path: decodeURIComponent(url.pathname.slice(1)), id: decodeURIComponent(url.hash.slice(1)) };
  } catch {
    return { path: '', id: '' };
  }
}

/** The entities of HTML by their names, whatever a document declares. Browsers have them built in. */
const DOCTYPE = '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">';
/** Elements of another namespace have no behaviour: no script of theirs runs, no style applies, nothing is loaded. */
const BEHAVING = /http:\/\/www\.w3\.org\/(?:1999\/xhtml|2000\/svg|1998\/Math\/MathML)/g;

/** XML without its own document type, whose entities may be endless. Undefined when it is not well-formed. */
function parsedXml(text: string): Document | undefined {
  const root = text.search(/<[\p{L}_]/u);
  const source = DOCTYPE + text.slice(Math.max(0, root)).replaceAll(BEHAVING, 'urn:inert');
  const document = new DOMParser().parseFromString(source, 'application/xml');
  return document.getElementsByTagName('parsererror').length === 0 ? document : undefined;
}

/** HTML is read however it is written. It has no window, so that its scripts do not run. */
const parsed = (text: string): Document => parsedXml(text) ?? new DOMParser().parseFromString(text, 'text/html');

async function readXml(archive: EpubArchive, path: string): Promise<Document> {
  const document = parsedXml(await archive.read(path));
  if (document !== undefined) return document;
  throw unreadable(archive.name);
}

/** Bounds of a book: the files of its archive, and the bytes of its documents once they are inflated. */
const MAX_FILES = 20_000;
const MAX_BYTES = 64 * 1024 ** 2;

/** The texts in an archive, by their paths. */
class EpubArchive {
  #bytesLeft = MAX_BYTES;

  private constructor(
    readonly name: string,
    private readonly files: ReadonlyMap<string, FileEntry>,
  ) {}

  /** @throws {PageError} for what is no archive, or has too many files */
  static async open(file: File): Promise<EpubArchive> {
    const files = new Map<string, FileEntry>();
    try {
      const reader = new ZipReader(new BlobReader(file), { useWebWorkers: false, filenameValidation: 'tolerant' });
      for await (const entry of reader.getEntriesGenerator()) {
        if (files.size === MAX_FILES)
          throw new PageError<SpeechText>(({ narration }) =>
            narration.tooManyFiles({ name: file.name, limit: MAX_FILES }),
          );
        if (!entry.directory) files.set(entry.filename, entry);
      }
    } catch (cause) {
      throw cause instanceof PageError ? cause : unreadable(file.name, cause);
    }
    return new EpubArchive(file.name, files);
  }

  has(path: string): boolean {
    return this.files.has(path);
  }

  /**
   * A file as text. It is inflated piece by piece, so that what is too large is never in memory as a whole.
   * @throws {PageError} when it is missing, damaged or encrypted, or when all texts together are too large
   */
  async read(path: string): Promise<string> {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    const target = new WritableStream<Uint8Array<ArrayBuffer>>({
      write: (piece) => {
        this.#bytesLeft -= piece.length;
        if (this.#bytesLeft < 0) throw new RangeError('too large');
        pieces.push(piece);
      },
    });
    try {
      const entry = this.files.get(path);
      if (entry === undefined) throw new Error(`${path} is missing`);
      await entry.getData(target, { checkSignature: true });
      return textOf(new Uint8Array(await new Blob(pieces).arrayBuffer()));
    } catch (cause) {
      if (this.#bytesLeft >= 0) throw unreadable(this.name, cause);
      const megabytes = MAX_BYTES / 1024 ** 2;
      throw new PageError<SpeechText>(({ narration }) => narration.tooMuchText({ name: this.name, megabytes }), {
        cause,
      });
    }
  }
}

const unreadable = (name: string, cause?: unknown) =>
  new PageError<SpeechText>(({ narration }) => narration.bookUnreadable({ name }), { cause });
