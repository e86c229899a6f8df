/** Formats that are read. */
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

/** Detects the format of a file by its content. */
export function sniffAudio(bytes: Uint8Array): Sniffed {
  const start = id3Bytes(bytes);
  if (startsWith(bytes, start, 'fLaC')) return { kind: 'audio', format: 'flac' };
  if (startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WAVE')) return { kind: 'audio', format: 'wav' };
  if (startsWith(bytes, 0, 'OggS')) {
    const packet = OGG_HEADER_BYTES + (bytes[OGG_HEADER_BYTES - 1] ?? 0);
    const codec = Object.entries(OGG_CODECS).find(([magic]) => startsWith(bytes, packet, magic));
    if (!codec) return { kind: 'unsupported', known: 'an unknown codec in Ogg' };
    return { kind: 'audio', format: codec[1], isOgg: true };
  }
  const other = UNSUPPORTED.find(([offset, magic]) => startsWith(bytes, offset, magic));
  if (other) return { kind: 'unsupported', known: other[2] };
  // Eleven bits of synchronisation; the two bits of the layer are zero in AAC's ADTS only.
  const [first = 0, second = 0] = bytes.subarray(start, start + 2);
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return { kind: 'unknown' };
  return (second & 0b110) === 0 ? { kind: 'unsupported', known: 'AAC' } : { kind: 'audio', format: 'mp3' };
}

/** Length of a leading ID3v2 tag with header and footer; 0 when there is none. */
export function id3Bytes(bytes: Uint8Array): number {
  if (!startsWith(bytes, 0, 'ID3') || bytes.length < 10) return 0;
  const size = [6, 7, 8, 9].reduce((sum, at) => (sum << 7) | ((bytes[at] ?? 0) & 0x7f), 0);
  const footer = ((bytes[5] ?? 0) & 0x10) !== 0 ? 10 : 0;
  return 10 + size + footer;
}

export function startsWith(bytes: Uint8Array, offset: number, magic: string): boolean {
  return [...magic].every((character, index) => bytes[offset + index] === character.charCodeAt(0));
}
