import { UnreadableAudio } from './unreadable-audio.js';

/** Elements of the Matroska format that a file of audio is made of. */
export const ELEMENT = {
  EBML: 0x1a45dfa3,
  DocType: 0x4282,
  Segment: 0x18538067,
  SeekHead: 0x114d9b74,
  Info: 0x1549a966,
  TimestampScale: 0x2ad7b1,
  Duration: 0x4489,
  Tracks: 0x1654ae6b,
  TrackEntry: 0xae,
  TrackNumber: 0xd7,
  TrackType: 0x83,
  CodecID: 0x86,
  CodecPrivate: 0x63a2,
  ContentEncodings: 0x6d80,
  Cluster: 0x1f43b675,
  Timestamp: 0xe7,
  SimpleBlock: 0xa3,
  BlockGroup: 0xa0,
  Block: 0xa1,
  Cues: 0x1c53bb6b,
  Tags: 0x1254c367,
  Void: 0xec,
  CRC32: 0xbf,
} as const;

/** An element of a file in EBML; its content is `bytes.subarray(start, end)`. */
export interface Element {
  readonly id: number;
  readonly start: number;
  readonly end: number;
  /** A recorder that streams does not know the length; the element then ends with its last possible child. */
  readonly isOpen: boolean;
}

/** A variable-length integer. */
interface VariableInteger {
  readonly value: number;
  readonly bytes: number;
  /** Every bit of the value is set, which stands for an unknown length. */
  readonly isUnknown: boolean;
}

const cutOff = () => new UnreadableAudio('The WebM file is cut off.');
const damaged = () => new UnreadableAudio('The WebM file is damaged.');

/**
 * Reads a variable-length integer of up to eight bytes.
 *
 * @throws UnreadableAudio
 * @see RFC 8794, section 4
 */
export function readVariableInteger(bytes: Uint8Array, at: number): VariableInteger {
  const first = bytes[at];
  if (first === undefined) throw cutOff();
  if (first === 0) throw damaged();
  const length = Math.clz32(first) - 23;
  if (at + length > bytes.length) throw cutOff();
  const marker = 1 << (8 - length);
  let value = first & (marker - 1);
  let isUnknown = value === marker - 1;
  for (let index = 1; index < length; index += 1) {
    const byte = bytes[at + index] ?? 0;
    // Beyond 2 ** 53 it is inexact, and far longer than any file.
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return { value, bytes: length, isUnknown };
}

/**
 * Reads the head of an element.
 *
 * @param end of the parent
 * @throws UnreadableAudio when it does not fit into its parent
 */
export function readElement(bytes: Uint8Array, at: number, end: number): Element {
  const idLength = Math.clz32(bytes[at] ?? 0) - 23;
  if (idLength > 4) throw damaged();
  if (at + idLength > end) throw cutOff();
  let id = 0;
  for (let index = 0; index < idLength; index += 1) id = id * 256 + (bytes[at + index] ?? 0);
  const size = readVariableInteger(bytes, at + idLength);
  const start = at + idLength + size.bytes;
  if (start > end) throw cutOff();
  if (size.isUnknown) return { id, start, end, isOpen: true };
  if (start + size.value > end) throw cutOff();
  return { id, start, end: start + size.value, isOpen: false };
}

/** The children of an element whose length is known. @throws UnreadableAudio */
export function* children(bytes: Uint8Array, parent: Element): Generator<Element> {
  for (let at = parent.start; at < parent.end; ) {
    const child = readElement(bytes, at, parent.end);
    if (child.isOpen) throw damaged();
    yield child;
    at = child.end;
  }
}

/** An unsigned integer. */
export function unsignedOf(bytes: Uint8Array, { start, end }: Element): number {
  return bytes.subarray(start, end).reduce((value, byte) => value * 256 + byte, 0);
}

/** A floating-point number; NaN for a length that none has. */
export function floatOf(bytes: Uint8Array, { start, end }: Element): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset + start, end - start);
  return end - start === 4 ? view.getFloat32(0) : end - start === 8 ? view.getFloat64(0) : Number.NaN;
}

/** ASCII text. */
export function textOf(bytes: Uint8Array, { start, end }: Element): string {
  return String.fromCharCode(...bytes.subarray(start, Math.min(end, start + 64))).replace(/\0+$/, '');
}
