import type { StreamParameters } from './limits.js';
import { isIntactPage } from './ogg-checksum.js';
import { startsWith } from './sniff.js';
import { UnreadableAudio } from './unreadable-audio.js';

const PAGE_HEADER_BYTES = 27;
const LAST_PAGE = 0x04;
const NO_GRANULE = 0xffff_ffff_ffff_ffffn;

/** Parameters and length of an Ogg file, found without decoding it. */
export interface OggSummary extends StreamParameters {
  /** By the granule position of the last page; 0 when there is none. */
  readonly seconds: number;
}

/**
 * Scans the pages of an Ogg file with one stream of Vorbis, Opus or FLAC.
 *
 * @throws UnreadableAudio when it is cut off or damaged, lacks a page, or contains more than one stream or anything but pages
 * @see RFC 3533 (Ogg), RFC 7845 (Opus), Vorbis I specification
 */
export function scanOgg(bytes: Uint8Array): OggSummary {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parameters = readOggParameters(view, bytes);
  const serial = view.getUint32(14, true);
  let sequence = view.getUint32(18, true);
  let position = 0n;
  let ended = false;
  for (let at = 0; at < bytes.length; ) {
    if (ended) throw new UnreadableAudio('The Ogg file holds more than one stream, or is followed by other data.');
    if (at + PAGE_HEADER_BYTES > bytes.length) throw new UnreadableAudio('The Ogg file is cut off.');
    if (!startsWith(bytes, at, 'OggS')) throw new UnreadableAudio('The Ogg file is damaged.');
    if (view.getUint32(at + 14, true) !== serial) throw new UnreadableAudio('The Ogg file holds more than one stream.');
    const granule = view.getBigUint64(at + 6, true);
    if (granule !== NO_GRANULE) position = granule;
    ended = ((bytes[at + 5] ?? 0) & LAST_PAGE) !== 0;
    const start = at;
    const table = at + PAGE_HEADER_BYTES;
    const segments = bytes.subarray(table, table + (bytes[table - 1] ?? 0));
    at = table + segments.length + segments.reduce((sum, length) => sum + length, 0);
    if (at > bytes.length) throw new UnreadableAudio('The Ogg file is cut off.');
    if (!isIntactPage(bytes.subarray(start, at))) throw new UnreadableAudio('The Ogg file is damaged.');
    if (view.getUint32(start + 18, true) !== sequence) throw new UnreadableAudio('Parts of the Ogg file are missing.');
    sequence = (sequence + 1) >>> 0;
  }
  if (!ended) throw new UnreadableAudio('The Ogg file is cut off.');
  return {
    sampleRate: parameters.sampleRate,
    channels: parameters.channels,
    seconds: Number(position) / parameters.clock,
  };
}

/** @returns the stream's parameters and granule positions per second */
function readOggParameters(view: DataView, bytes: Uint8Array): StreamParameters & { readonly clock: number } {
  const packet = PAGE_HEADER_BYTES + (bytes[PAGE_HEADER_BYTES - 1] ?? 0);
  if (packet + 32 > bytes.length) throw new UnreadableAudio('The Ogg file is cut off.');
  // Opus always counts in 48 kHz and is decoded at that rate, whatever was recorded.
  if (startsWith(bytes, packet, 'OpusHead'))
    return { sampleRate: 48_000, channels: bytes[packet + 9] ?? 0, clock: 48_000 };
  if (startsWith(bytes, packet, '\x01vorbis')) {
    const sampleRate = view.getUint32(packet + 12, true);
    return { sampleRate, channels: bytes[packet + 11] ?? 0, clock: Math.max(1, sampleRate) };
  }
  return {
    ...readFlacStreamInfo(view, packet + 9),
    clock: Math.max(1, readFlacStreamInfo(view, packet + 9).sampleRate),
  };
}

/**
 * Reads the STREAMINFO block of a FLAC stream.
 *
 * @param at position of the marker `fLaC`
 * @see RFC 9639, section 8.2
 */
export function readFlacStreamInfo(view: DataView, at: number): StreamParameters & { readonly samples: number } {
  const streamInfo = at + 8;
  if (streamInfo + 18 > view.byteLength) throw new UnreadableAudio('The FLAC file is cut off.');
  if (((view.getUint8(at + 4) & 0x7f) as number) !== 0) throw new UnreadableAudio('The FLAC file is damaged.');
  const packed = view.getBigUint64(streamInfo + 10, false);
  return {
    sampleRate: Number(packed >> 44n),
    channels: Number((packed >> 41n) & 0b111n) + 1,
    samples: Number(packed & 0xf_ffff_ffffn),
  };
}
