import { crc32, deflateRawSync } from 'node:zlib';

const XML = '<?xml version="1.0" encoding="UTF-8"?>';

export interface EpubParts {
  /** The documents in reading order, by their names: the content of each. */
  readonly documents: Readonly<Record<string, string>>;
  /** The navigation document; without one there is no table of contents. */
  readonly nav?: string;
  /** Other files of the archive, by their paths. */
  readonly files?: Readonly<Record<string, string | Buffer>>;
}

/** A document of a book. */
export const xhtml = (body: string, doctype = '<!DOCTYPE html>'): string =>
  `${XML}${doctype}<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>x</title></head><body>${body}</body></html>`;

/** An EPUB as a file that a page can be given. */
export function epub({ documents, nav, files = {} }: EpubParts): Buffer {
  const names = Object.keys(documents);
  const item = (name: string, id: string, more = '') =>
    `<item id="${id}" href="${name}" media-type="application/xhtml+xml" ${more}/>`;
  const opf = `${XML}<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>A book</dc:title></metadata><manifest>${names.map((name, index) => item(name, `d${index}`)).join('')}${nav === undefined ? '' : item('nav.xhtml', 'nav', 'properties="nav"')}</manifest><spine>${names.map((_, index) => `<itemref idref="d${index}"/>`).join('')}</spine></package>`;
  const container = `${XML}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`;
  return zip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': container,
    'OPS/book.opf': opf,
    ...(nav !== undefined && { 'OPS/nav.xhtml': nav }),
    ...Object.fromEntries(names.map((name) => [`OPS/${name}`, documents[name] ?? ''])),
    ...files,
  });
}

/** An archive of files, deflated. More than fit are counted as Zip64 does. */
export function zip(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const [path, content] of Object.entries(files)) {
    const [name, bytes] = [Buffer.from(path), Buffer.from(content)];
    const [method, data] = bytes.length === 0 ? [0, bytes] : [8, deflateRawSync(bytes)];
    // Version 2.0, names in UTF-8, no time.
    const common = Buffer.alloc(26);
    for (const [offset, value] of [20, 0x800, method].entries()) common.writeUInt16LE(value, offset * 2);
    for (const [offset, value] of [crc32(bytes), data.length, bytes.length].entries())
      common.writeUInt32LE(value, 10 + offset * 4);
    common.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    local.push(Buffer.from('PK\x03\x04'), common, name, data);
    central.push(Buffer.from('PK\x01\x02\x14\x00'), common, place, name);
    at += 30 + name.length + data.length;
  }
  const directory = Buffer.concat(central);
  const count = Object.keys(files).length;
  const zip64 = Buffer.alloc(76);
  zip64.write('PK\x06\x06', 'latin1');
  for (const [offset, value] of [
    [4, 44],
    [24, count],
    [32, count],
    [40, directory.length],
    [48, at],
    [64, at + directory.length],
  ] as const)
    zip64.writeBigUInt64LE(BigInt(value), offset);
  zip64.write('PK\x06\x07', 56, 'latin1');
  zip64.writeUInt32LE(1, 72);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  for (const offset of [8, 10]) end.writeUInt16LE(Math.min(count, 0xffff), offset);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...local, directory, ...(count > 0xffff ? [zip64] : []), end]);
}
