const POLYNOMIAL = 0x04c1_1db7;
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) value = value < 0 ? (value << 1) ^ POLYNOMIAL : value << 1;
  return value;
});

/** Where a page has its own checksum, which counts as zero. */
const FIELD = { start: 22, end: 26 };

/**
 * Whether a page of an Ogg file is as it was written.
 *
 * @param page from `OggS` to its last segment
 * @see RFC 3533, section 6
 */
export function isIntactPage(page: Uint8Array): boolean {
  let checksum = 0;
  page.forEach((byte, index) => {
    const counted = index >= FIELD.start && index < FIELD.end ? 0 : byte;
    checksum = (checksum << 8) ^ (TABLE[((checksum >>> 24) ^ counted) & 0xff] ?? 0);
  });
  const written = new DataView(page.buffer, page.byteOffset, page.byteLength).getUint32(FIELD.start, true);
  return checksum >>> 0 === written;
}
