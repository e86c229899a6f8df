import {
  children,
  ELEMENT,
  type Element,
  floatOf,
  readElement,
  readVariableInteger,
  textOf,
  unsignedOf,
} from './ebml.js';
import { checkNotTooLong } from './limits.js';
import { OPUS_RATE, type OpusHead, packetSamples, readOpusHead } from './opus-packets.js';
import { UnreadableAudio } from './unreadable-audio.js';

/** The one stream of a WebM file, found without decoding it. */
export interface WebmOpus {
  readonly head: OpusHead;
  /** Views into the file. */
  readonly packets: readonly Uint8Array[];
  readonly seconds: number;
}

const AUDIO_TRACK = 2;
const LACING = 0b110;

const NANOSECONDS = 1e9;
/** A recorder under load may drop a packet or two; no more of the time that the file spans may be without sound. */
const MAX_MISSING_SECONDS = 0.5;

const refuse = (sentence: string) => new UnreadableAudio(sentence);

/**
 * Reads a WebM or Matroska file with one stream of Opus, as `MediaRecorder` of browsers makes it: lengths may be
 * unknown.
 *
 * @throws UnreadableAudio when it is cut off or too long, lacks packets, or contains another codec or more than one stream
 * @see RFC 8794 (EBML), RFC 9559 (Matroska)
 */
export function readWebm(bytes: Uint8Array): WebmOpus {
  const header = readElement(bytes, 0, bytes.length);
  const docType = header.isOpen ? undefined : [...children(bytes, header)].find(({ id }) => id === ELEMENT.DocType);
  if (!docType || !['webm', 'matroska'].includes(textOf(bytes, docType))) throw refuse('The WebM file is damaged.');
  const segment = readElement(bytes, header.end, bytes.length);
  if (segment.id !== ELEMENT.Segment) throw refuse('The WebM file is damaged.');
  if (segment.end !== bytes.length) throw refuse('The WebM file is followed by other data.');
  const reader = new SegmentReader(bytes);
  reader.read(segment);
  return reader.finish();
}

class SegmentReader {
  readonly #bytes: Uint8Array;
  readonly #packets: Uint8Array[] = [];
  #track: { readonly number: number; readonly head: OpusHead } | undefined;
  #samples = 0;
  /** Seconds of a tick of the file's clock. */
  #tick = 1e-3;
  /** In ticks, by the header; 0 when it states none. */
  #duration = 0;
  /** When the cluster, the first block of all and the last one so far begin, in ticks. */
  #clusterTime = 0;
  #firstTime: number | undefined;
  #lastTime = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Clusters of unknown length end where the next one begins, so their children are read as the segment's. */
  read(segment: Element): void {
    for (let at = segment.start; at < segment.end; ) {
      const element = readElement(this.#bytes, at, segment.end);
      at = element.end;
      if (element.id === ELEMENT.Cluster) at = element.start;
      else if (element.isOpen) throw refuse('The WebM file is damaged.');
      else if (element.id === ELEMENT.Info) this.#readInfo(element);
      else if (element.id === ELEMENT.Timestamp) this.#clusterTime = unsignedOf(this.#bytes, element);
      else if (element.id === ELEMENT.Tracks) this.#readTracks(element);
      else if (element.id === ELEMENT.SimpleBlock) this.#readBlock(element);
      else if (element.id === ELEMENT.BlockGroup) {
        for (const child of children(this.#bytes, element)) if (child.id === ELEMENT.Block) this.#readBlock(child);
      }
    }
  }

  finish(): WebmOpus {
    if (!this.#track) throw refuse('The WebM file holds no audio.');
    const { head } = this.#track;
    const spanned = Math.max(this.#duration, this.#lastTime - (this.#firstTime ?? 0)) * this.#tick;
    if (spanned - this.#samples / OPUS_RATE > MAX_MISSING_SECONDS) throw refuse('Parts of the WebM file are missing.');
    return { head, packets: this.#packets, seconds: Math.max(0, this.#samples - head.preSkip) / OPUS_RATE };
  }

  #readInfo(info: Element): void {
    for (const field of children(this.#bytes, info)) {
      if (field.id === ELEMENT.TimestampScale) this.#tick = unsignedOf(this.#bytes, field) / NANOSECONDS;
      else if (field.id === ELEMENT.Duration) this.#duration = floatOf(this.#bytes, field);
    }
  }

  #readTracks(tracks: Element): void {
    const entries = [...children(this.#bytes, tracks)].filter(({ id }) => id === ELEMENT.TrackEntry);
    const [entry, ...others] = entries;
    if (this.#track || others.length > 0) throw refuse('The WebM file holds more than one stream.');
    if (!entry) return;
    const fields = new Map([...children(this.#bytes, entry)].map((field) => [field.id, field]));
    const unsigned = (id: number) => {
      const field = fields.get(id);
      return field && unsignedOf(this.#bytes, field);
    };
    if (unsigned(ELEMENT.TrackType) !== AUDIO_TRACK) throw refuse('The WebM file holds no audio.');
    const codec = fields.get(ELEMENT.CodecID);
    if (!codec || textOf(this.#bytes, codec) !== 'A_OPUS') {
      throw refuse('The WebM file uses a codec other than Opus, which is not supported.');
    }
    if (fields.has(ELEMENT.ContentEncodings)) throw refuse('The WebM file is compressed or encrypted.');
    const opusHead = fields.get(ELEMENT.CodecPrivate);
    if (!opusHead) throw refuse('The WebM file is damaged.');
    const head = readOpusHead(this.#bytes.subarray(opusHead.start, opusHead.end));
    this.#track = { number: unsigned(ELEMENT.TrackNumber) ?? 0, head };
  }

  #readBlock({ start, end }: Element): void {
    const number = readVariableInteger(this.#bytes, start);
    // Two bytes of time, one of flags.
    const data = start + number.bytes + 3;
    if (!this.#track || number.value !== this.#track.number || data >= end) throw refuse('The WebM file is damaged.');
    if (((this.#bytes[data - 1] ?? 0) & LACING) !== 0)
      throw refuse('The WebM file laces its packets, which is not supported.');
    const packet = this.#bytes.subarray(data, end);
    const relative = (((this.#bytes[data - 3] ?? 0) << 24) >> 16) | (this.#bytes[data - 2] ?? 0);
    this.#lastTime = this.#clusterTime + relative;
    this.#firstTime ??= this.#lastTime;
    this.#samples += packetSamples(packet);
    checkNotTooLong(this.#samples / OPUS_RATE, true);
    this.#packets.push(packet);
  }
}
