import { UnreadableAudio } from './unreadable-audio.js';

/** Opus is decoded at this rate, whatever was recorded. In Hz. */
export const OPUS_RATE = 48_000;

/** How the streams of a file with more than two channels are put together. */
interface ChannelMapping {
  readonly streamCount: number;
  readonly coupledStreamCount: number;
  readonly channelMappingTable: number[];
}

/** The identification header of an Opus stream. */
export interface OpusHead {
  readonly channels: number;
  /** Samples to drop at the beginning. */
  readonly preSkip: number;
  /** Absent for one and two channels in one stream. */
  readonly mapping: ChannelMapping | undefined;
}

const damaged = () => new UnreadableAudio('The Opus data is damaged.');

/** @throws UnreadableAudio @see RFC 7845, section 5.1 */
export function readOpusHead(bytes: Uint8Array): OpusHead {
  const [version = 0xff, channels = 0, low = 0, high = 0] = bytes.subarray(8, 12);
  const family = bytes[18];
  if (String.fromCharCode(...bytes.subarray(0, 8)) !== 'OpusHead' || version > 15 || channels === 0) throw damaged();
  const head = { channels, preSkip: low + 256 * high };
  if (family === 0 && channels <= 2) return { ...head, mapping: undefined };
  const [streamCount = 0, coupledStreamCount = 0] = bytes.subarray(19, 21);
  const channelMappingTable = [...bytes.subarray(21, 21 + channels)];
  const decoded = streamCount + coupledStreamCount;
  const isSound = streamCount > 0 && coupledStreamCount <= streamCount && channelMappingTable.length === channels;
  if (family !== 1 || channels > 8 || !isSound || channelMappingTable.some((at) => at >= decoded && at !== 255)) {
    throw damaged();
  }
  return { ...head, mapping: { streamCount, coupledStreamCount, channelMappingTable } };
}

/** Samples of a frame at 48 kHz, by the configuration number's two lowest bits. */
const FRAMES = { silk: [480, 960, 1920, 2880], hybrid: [480, 960], celt: [120, 240, 480, 960] } as const;
const MAX_PACKET_SAMPLES = 5_760;

/**
 * The samples that a packet decodes to, at 48 kHz.
 *
 * @throws UnreadableAudio when it holds no frame or more than 120 ms
 * @see RFC 6716, section 3
 */
export function packetSamples(packet: Uint8Array): number {
  const [toc = 0, second = 0] = packet;
  const configuration = toc >> 3;
  const frame =
    configuration < 12
      ? FRAMES.silk[configuration & 3]
      : configuration < 16
        ? FRAMES.hybrid[configuration & 1]
        : FRAMES.celt[configuration & 3];
  const code = toc & 3;
  const samples = (frame ?? 0) * (code === 0 ? 1 : code < 3 ? 2 : second & 0x3f);
  if (packet.length === 0 || samples === 0 || samples > MAX_PACKET_SAMPLES) throw damaged();
  return samples;
}
