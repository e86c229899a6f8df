import type { StreamParameters } from './limits.js';
import { id3Bytes, startsWith } from './sniff.js';
import { UnreadableAudio } from './unreadable-audio.js';

/** Kilobits a second by MPEG version (1, or 2 and 2.5) and layer; index 0 is "free", 15 is forbidden. */
const BITRATES = {
  1: {
    1: [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    2: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    3: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  },
  2: {
    1: [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    3: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  },
} as const;
const RATES = [44_100, 48_000, 32_000] as const;

interface FrameHeader extends StreamParameters {
  readonly bytes: number;
  readonly samples: number;
  /** Offset in the frame of an encoder's table of contents. */
  readonly sideInfoEnd: number;
}

/** Parameters and length of a file of MPEG audio frames, found without decoding it. */
export interface Mp3Summary extends StreamParameters {
  readonly seconds: number;
}

/**
 * Scans the frames of an MP3 file.
 *
 * @throws UnreadableAudio when it is cut off or contains anything but frames and tags
 * @see ISO/IEC 11172-3 and 13818-3, audio frame header
 */
export function scanMp3(bytes: Uint8Array): Mp3Summary {
  let at = id3Bytes(bytes);
  const first = frameHeader(bytes, at);
  if (!first) throw new UnreadableAudio('The MP3 file does not begin with a frame of audio.');
  const announced = announcedFrames(bytes, at, first);
  let samples = 0;
  let frames = 0;
  for (let header: FrameHeader | undefined = first; header; header = frameHeader(bytes, at)) {
    if (header.sampleRate !== first.sampleRate) {
      throw new UnreadableAudio('The sample rate of the MP3 file changes.');
    }
    at += header.bytes;
    if (at > bytes.length) throw new UnreadableAudio('The MP3 file is cut off.');
    samples += header.samples;
    frames += 1;
  }
  if (!isTagsOnly(bytes, at))
    throw new UnreadableAudio('There is other data between or after the frames of the MP3 file.');
  // The frame that states the number is not counted in it.
  if (announced !== undefined && frames < announced) throw new UnreadableAudio('The MP3 file is cut off.');
  return { sampleRate: first.sampleRate, channels: first.channels, seconds: samples / first.sampleRate };
}

function frameHeader(bytes: Uint8Array, at: number): FrameHeader | undefined {
  const [sync = 0, second = 0, third = 0, fourth = 0] = bytes.subarray(at, at + 4);
  if (at + 4 > bytes.length || sync !== 0xff || (second & 0xe0) !== 0xe0) return undefined;
  const versionBits = (second >> 3) & 0b11;
  const layerBits = (second >> 1) & 0b11;
  const rate = RATES[(third >> 2) & 0b11];
  if (versionBits === 1 || layerBits === 0 || rate === undefined) return undefined;
  const version = versionBits === 3 ? 1 : 2;
  const layer = (4 - layerBits) as 1 | 2 | 3;
  const kilobits = BITRATES[version][layer][third >> 4];
  if (kilobits === undefined || kilobits === 0) return undefined;
  const sampleRate = rate / (versionBits === 3 ? 1 : versionBits === 2 ? 2 : 4);
  const padding = (third >> 1) & 1;
  const channels = fourth >> 6 === 3 ? 1 : 2;
  if (layer === 1) {
    const length = (Math.floor((12_000 * kilobits) / sampleRate) + padding) * 4;
    return { bytes: length, samples: 384, sampleRate, channels, sideInfoEnd: length };
  }
  const samples = layer === 3 && version === 2 ? 576 : 1_152;
  const sideInfo = version === 1 ? (channels === 1 ? 17 : 32) : channels === 1 ? 9 : 17;
  const length = Math.floor(((samples / 8) * 1_000 * kilobits) / sampleRate) + padding;
  return { bytes: length, samples, sampleRate, channels, sideInfoEnd: 4 + sideInfo };
}

/** The number of frames by the Xing or Info table in the first one. */
function announcedFrames(bytes: Uint8Array, at: number, { sideInfoEnd }: FrameHeader): number | undefined {
  const table = at + sideInfoEnd;
  if (!startsWith(bytes, table, 'Xing') && !startsWith(bytes, table, 'Info')) return undefined;
  if (table + 12 > bytes.length || ((bytes[table + 7] ?? 0) & 1) === 0) return undefined;
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(table + 8, false);
}

/** Whether nothing but tags and zeros follows. */
function isTagsOnly(bytes: Uint8Array, at: number): boolean {
  if (['TAG', 'APETAGEX', 'LYRICSBEGIN', 'ID3', '3DI'].some((tag) => startsWith(bytes, at, tag))) return true;
  return bytes.subarray(at).every((byte) => byte === 0);
}
