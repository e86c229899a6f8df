import { expect, test } from 'vitest';
import { isReadByServer } from './reference-audio.js';

const ascii = (text: string) => new TextEncoder().encode(text);

test.each([
  ['WAV', ascii('RIFF')],
  ['FLAC', ascii('fLaC')],
  ['Ogg', ascii('OggS')],
  ['MP3 with tags', ascii('ID3\x04')],
  ['MP3', Uint8Array.of(0xff, 0xfb, 0x90, 0x64)],
  ['WebM', Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3)],
])('%s is read by the server, and sent as it is when it is small', (_format, start) =>
  expect(isReadByServer(start)).toBe(true),
);

test.each([
  ['M4A', Uint8Array.of(0, 0, 0, 0x20)],
  ['AAC', Uint8Array.of(0xff, 0xf1, 0x50, 0x80)],
  ['an empty file', new Uint8Array()],
])('%s is not read by the server, and converted', (_format, start) => expect(isReadByServer(start)).toBe(false));
