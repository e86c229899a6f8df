import { hasTag } from '@ownvoice/audio';
import { UnreadableAudio } from './recording-rules.js';

export type AudioFormat = 'wav' | 'mp3' | 'flac' | 'vorbis' | 'opus';

/** The format of a file by its first bytes, never by its name; `known` names a format that is not read. */
export type Sniffed =
  | { readonly kind: 'audio'; readonly format: AudioFormat; readonly isOgg?: true }
  | { readonly kind: 'unsupported'; readonly known: string }
  | { readonly kind: 'unknown' };

/** What phones and browsers record, and is not read. */
const UNSUPPORTED: readonly (readonly [offset: number, magic: string, name: string])[] = [
  [4, 'ftyp', 'an MP4 file (m4a: AAC, ALAC or Opus)'],
  [0, 'ADIF', 'AAC'],
  [0, '\x1aE\xdf\xa3', 'WebM'],
];

/** Magic numbers of the first packet in an Ogg stream. */
const OGG_CODECS = { '\x01vorbis': 'vorbis', OpusHead: 'opus', '\x7fFLAC': 'flac' } as const;
const OGG_HEADER_BYTES = 27;

export function sniffAudio(bytes: Uint8Array): Sniffed {
  const start = id3Bytes(bytes);
  if (hasTag(bytes, start, 'fLaC')) return { kind: 'audio', format: 'flac' };
  if (hasTag(bytes, 0, 'RIFF') && hasTag(bytes, 8, 'WAVE')) return { kind: 'audio', format: 'wav' };
  if (hasTag(bytes, 0, 'OggS')) {
    const packet = OGG_HEADER_BYTES + (bytes[OGG_HEADER_BYTES - 1] ?? 0);
    const codec = Object.entries(OGG_CODECS).find(([magic]) => hasTag(bytes, packet, magic));
    if (!codec) return { kind: 'unsupported', known: 'an unknown codec in Ogg' };
    return { kind: 'audio', format: codec[1], isOgg: true };
  }
  const other = UNSUPPORTED.find(([offset, magic]) => hasTag(bytes, offset, magic));
  if (other) return { kind: 'unsupported', known: other[2] };
  // Eleven bits of synchronisation; the two bits of the layer are zero in AAC's ADTS only.
  const [first = 0, second = 0] = bytes.subarray(start, start + 2);
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return { kind: 'unknown' };
  return (second & 0b110) === 0 ? { kind: 'unsupported', known: 'AAC' } : { kind: 'audio', format: 'mp3' };
}

/** Length of a leading ID3v2 tag with header and footer; 0 when there is none. */
export function id3Bytes(bytes: Uint8Array): number {
  if (!hasTag(bytes, 0, 'ID3') || bytes.length < 10) return 0;
  const size = [6, 7, 8, 9].reduce((sum, at) => (sum << 7) | ((bytes[at] ?? 0) & 0x7f), 0);
  const footer = ((bytes[5] ?? 0) & 0x10) !== 0 ? 10 : 0;
  return 10 + size + footer;
}

/** Kilobits a second of layer III by MPEG version; index 0 is "free", 15 is forbidden. */
const BITRATES = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const RATES = [44_100, 48_000, 32_000] as const;
const LAYER_3 = 1;

interface Frame {
  readonly bytes: number;
  /** Offset in the frame of an encoder's table of contents. */
  readonly tableStart: number;
}

/**
 * Checks that an MP3 file holds whole frames from its beginning to its end, and as many as it announces: decoders pass over
 * anything else.
 *
 * @throws UnreadableAudio when it is cut off or contains anything but frames and tags
 * @see ISO/IEC 11172-3 and 13818-3, audio frame header
 */
export function checkMp3Frames(bytes: Uint8Array): void {
  let at = id3Bytes(bytes);
  const first = frameAt(bytes, at);
  if (!first) throw new UnreadableAudio('The MP3 file does not begin with a frame of audio.');
  const announced = announcedFrames(bytes, at + first.tableStart);
  let frames = 0;
  for (let frame: Frame | undefined = first; frame; frame = frameAt(bytes, at)) {
    at += frame.bytes;
    frames += 1;
  }
  if (at > bytes.length) throw new UnreadableAudio('The MP3 file is cut off.');
  if (!isTagsOnly(bytes, at))
    throw new UnreadableAudio('There is other data between or after the frames of the MP3 file.');
  // The frame that states the number is not counted in it.
  if (frames < announced) throw new UnreadableAudio('The MP3 file is cut off.');
}

function frameAt(bytes: Uint8Array, at: number): Frame | undefined {
  const [sync = 0, second = 0, third = 0, fourth = 0] = bytes.subarray(at, at + 4);
  if (at + 4 > bytes.length || sync !== 0xff || (second & 0xe0) !== 0xe0) return undefined;
  const versionBits = (second >> 3) & 0b11;
  const version = versionBits === 3 ? 1 : 2;
  const rate = RATES[(third >> 2) & 0b11];
  const kilobits = BITRATES[version][third >> 4];
  if (versionBits === 1 || ((second >> 1) & 0b11) !== LAYER_3 || !rate || !kilobits) return undefined;
  const sampleRate = rate / (versionBits === 3 ? 1 : versionBits === 2 ? 2 : 4);
  const isMono = fourth >> 6 === 3;
  const sideInfo = version === 1 ? (isMono ? 17 : 32) : isMono ? 9 : 17;
  const length = Math.floor(((version === 1 ? 144 : 72) * 1_000 * kilobits) / sampleRate);
  return { bytes: length + ((third >> 1) & 1), tableStart: 4 + sideInfo };
}

/** The number of frames by a Xing or Info table; 0 without one. */
function announcedFrames(bytes: Uint8Array, table: number): number {
  if (!hasTag(bytes, table, 'Xing') && !hasTag(bytes, table, 'Info')) return 0;
  if (table + 12 > bytes.length || ((bytes[table + 7] ?? 0) & 1) === 0) return 0;
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(table + 8, false);
}

function isTagsOnly(bytes: Uint8Array, at: number): boolean {
  if (['TAG', 'APETAGEX', 'LYRICSBEGIN', 'ID3', '3DI'].some((tag) => hasTag(bytes, at, tag))) return true;
  return bytes.subarray(at).every((byte) => byte === 0);
}

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
    if (!hasTag(bytes, at, 'OggS') || !isIntact(bytes.subarray(at, end)))
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
