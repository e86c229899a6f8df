import { id3Bytes, startsWith } from './audio-format.js';
import { UnreadableAudio } from './recording-rules.js';

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
  if (!startsWith(bytes, table, 'Xing') && !startsWith(bytes, table, 'Info')) return 0;
  if (table + 12 > bytes.length || ((bytes[table + 7] ?? 0) & 1) === 0) return 0;
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(table + 8, false);
}

/** Whether nothing but tags and zeros follows. */
function isTagsOnly(bytes: Uint8Array, at: number): boolean {
  if (['TAG', 'APETAGEX', 'LYRICSBEGIN', 'ID3', '3DI'].some((tag) => startsWith(bytes, at, tag))) return true;
  return bytes.subarray(at).every((byte) => byte === 0);
}
