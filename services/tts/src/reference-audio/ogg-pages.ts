import { startsWith } from './audio-format.js';
import { UnreadableAudio } from './recording-rules.js';

const PAGE_HEADER_BYTES = 27;
const LAST_PAGE = 0x04;

/** Where a page has its own checksum, which counts as zero. */
const CHECKSUM = { start: 22, end: 26 };
const POLYNOMIAL = 0x04c1_1db7;
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) value = value < 0 ? (value << 1) ^ POLYNOMIAL : value << 1;
  return value;
});

/**
 * Checks that every page of one stream is there, once and intact: decoders pass over what is missing, and half a recording
 * would become half a voice.
 *
 * @throws UnreadableAudio
 * @see RFC 3533
 */
export function checkOggPages(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let serial: number | undefined;
  let sequence: number | undefined;
  let isLast = false;
  for (let at = 0; at < bytes.length; ) {
    if (isLast) throw new UnreadableAudio('The Ogg file holds more than one stream, or is followed by other data.');
    const table = at + PAGE_HEADER_BYTES;
    const segments = bytes.subarray(table, table + (bytes[table - 1] ?? 0));
    const end = table + segments.length + segments.reduce((sum, length) => sum + length, 0);
    if (end > bytes.length) throw new UnreadableAudio('The Ogg file is cut off.');
    if (!startsWith(bytes, at, 'OggS') || !isIntact(bytes.subarray(at, end)))
      throw new UnreadableAudio('The Ogg file is damaged.');
    serial ??= view.getUint32(at + 14, true);
    if (view.getUint32(at + 14, true) !== serial) throw new UnreadableAudio('The Ogg file holds more than one stream.');
    sequence ??= view.getUint32(at + 18, true);
    if (view.getUint32(at + 18, true) !== sequence) throw new UnreadableAudio('Parts of the Ogg file are missing.');
    sequence = (sequence + 1) >>> 0;
    isLast = ((bytes[at + 5] ?? 0) & LAST_PAGE) !== 0;
    at = end;
  }
  if (!isLast) throw new UnreadableAudio('The Ogg file is cut off.');
}

/** @param page from `OggS` to its last segment */
function isIntact(page: Uint8Array): boolean {
  let checksum = 0;
  page.forEach((byte, index) => {
    const counted = index >= CHECKSUM.start && index < CHECKSUM.end ? 0 : byte;
    checksum = (checksum << 8) ^ (TABLE[((checksum >>> 24) ^ counted) & 0xff] ?? 0);
  });
  const written = new DataView(page.buffer, page.byteOffset, page.byteLength).getUint32(CHECKSUM.start, true);
  return checksum >>> 0 === written;
}
