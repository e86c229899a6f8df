/** Supported formats. */
export type AudioFormat = 'wav' | 'mp3' | 'flac' | 'vorbis' | 'opus' | 'webm';

/** The format of a file by its first bytes, never by its name; `known` names a format that is not supported. */
export type Sniffed =
  | { readonly kind: 'audio'; readonly format: AudioFormat }
  | { readonly kind: 'unsupported'; readonly known: string }
  | { readonly kind: 'unknown' };

/** Magic numbers of common formats that are not supported. */
const UNSUPPORTED: readonly (readonly [offset: number, magic: string, name: string])[] = [
  [4, 'ftyp', 'an MP4 file (m4a: AAC, ALAC or Opus)'],
  [0, 'ADIF', 'AAC'],
  [0, 'FORM', 'AIFF'],
  [0, 'RF64', 'RF64'],
  [0, 'RIFX', 'big-endian WAV'],
  [0, 'caff', 'Core Audio Format'],
  [0, '.snd', 'AU'],
  [0, '#!AMR', 'AMR'],
  [0, '0&\xb2u', 'WMA'],
  [0, 'wvpk', 'WavPack'],
  [0, 'MAC ', "Monkey's Audio"],
];

/** Magic numbers of the first packet in an Ogg stream. */
const OGG_CODECS: readonly (readonly [magic: string, format: AudioFormat | 'other', name: string])[] = [
  ['\x01vorbis', 'vorbis', ''],
  ['OpusHead', 'opus', ''],
  ['\x7fFLAC', 'flac', ''],
  ['Speex   ', 'other', 'Speex'],
];

const OGG_HEADER_BYTES = 27;

/** Detects the format of a file by its content. */
export function sniffAudio(bytes: Uint8Array): Sniffed {
  const start = id3Bytes(bytes);
  if (startsWith(bytes, start, 'fLaC')) return { kind: 'audio', format: 'flac' };
  if (startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WAVE')) return { kind: 'audio', format: 'wav' };
  if (startsWith(bytes, 0, 'OggS')) return sniffOgg(bytes);
  if (startsWith(bytes, 0, '\x1aE\xdf\xa3')) return { kind: 'audio', format: 'webm' };
  const other = UNSUPPORTED.find(([offset, magic]) => startsWith(bytes, offset, magic));
  if (other) return { kind: 'unsupported', known: other[2] };
  if (bytes[start] === 0xff && ((bytes[start + 1] ?? 0) & 0xe0) === 0xe0) {
    // Eleven bits of synchronisation; the two bits of the layer are zero in AAC's ADTS only.
    const layer = ((bytes[start + 1] ?? 0) >> 1) & 0b11;
    return layer === 0 ? { kind: 'unsupported', known: 'AAC' } : { kind: 'audio', format: 'mp3' };
  }
  return { kind: 'unknown' };
}

/** Length of a leading ID3v2 tag with header and footer; 0 when there is none. */
export function id3Bytes(bytes: Uint8Array): number {
  if (!startsWith(bytes, 0, 'ID3') || bytes.length < 10) return 0;
  const size = [6, 7, 8, 9].reduce((sum, at) => (sum << 7) | ((bytes[at] ?? 0) & 0x7f), 0);
  const footer = ((bytes[5] ?? 0) & 0x10) !== 0 ? 10 : 0;
  return 10 + size + footer;
}

export function startsWith(bytes: Uint8Array, offset: number, magic: string): boolean {
  for (let index = 0; index < magic.length; index += 1) {
    if (bytes[offset + index] !== magic.charCodeAt(index)) return false;
  }
  return true;
}

function sniffOgg(bytes: Uint8Array): Sniffed {
  const packet = OGG_HEADER_BYTES + (bytes[OGG_HEADER_BYTES - 1] ?? 0);
  const codec = OGG_CODECS.find(([magic]) => startsWith(bytes, packet, magic));
  if (!codec) return { kind: 'unsupported', known: 'an unknown codec in Ogg' };
  const [, format, name] = codec;
  return format === 'other' ? { kind: 'unsupported', known: name } : { kind: 'audio', format };
}
