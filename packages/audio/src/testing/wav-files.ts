/** Fields of a WAV header, each of which a test can make wrong. */
export interface WavFields {
  readonly tag: number;
  readonly bits: number;
  readonly sampleRate: number;
  readonly channels: number;
  readonly blockAlign?: number;
  readonly riffLength?: number;
  readonly dataLength?: number;
  /** Wraps the format in an extensible header. */
  readonly extensible?: boolean;
}

/** Builds a WAV file around bytes of samples. */
export function wavFile(fields: WavFields, data: Uint8Array): Buffer {
  const { tag, bits, sampleRate, channels, extensible = false } = fields;
  const format = Buffer.alloc(extensible ? 40 : 16);
  const blockAlign = fields.blockAlign ?? (bits / 8) * channels;
  format.writeUInt16LE(extensible ? 0xfffe : tag, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(sampleRate, 4);
  format.writeUInt32LE((sampleRate * blockAlign) % 2 ** 32, 8);
  format.writeUInt16LE(blockAlign % 2 ** 16, 12);
  format.writeUInt16LE(bits, 14);
  if (extensible) {
    format.writeUInt16LE(22, 16);
    format.writeUInt16LE(bits, 18);
    format.writeUInt16LE(tag, 24);
    format.set(Buffer.from('000000001000800000aa00389b71', 'hex'), 26);
  }
  const chunk = (id: string, bytes: Uint8Array, length = bytes.length) => {
    const header = Buffer.alloc(8);
    header.write(id, 'latin1');
    header.writeUInt32LE(length, 4);
    return Buffer.concat([header, bytes]);
  };
  const body = Buffer.concat([
    Buffer.from('WAVE', 'latin1'),
    chunk('LIST', Buffer.from('INFOICMT')),
    chunk('fmt ', format),
    chunk('data', data, fields.dataLength),
  ]);
  return chunk('RIFF', body, fields.riffLength);
}

/** The encodings of samples. */
export const SAMPLE_KINDS: Readonly<
  Record<
    string,
    { readonly tag: number; readonly bits: number; readonly write: (to: Buffer, value: number, at: number) => void }
  >
> = {
  'PCM 8-bit': { tag: 1, bits: 8, write: (to, value, at) => to.writeUInt8(Math.round(value * 127) + 128, at) },
  'PCM 16-bit': { tag: 1, bits: 16, write: (to, value, at) => to.writeInt16LE(Math.round(value * 32_767), at) },
  'PCM 24-bit': { tag: 1, bits: 24, write: (to, value, at) => to.writeIntLE(Math.round(value * 8_388_607), at, 3) },
  'PCM 32-bit': { tag: 1, bits: 32, write: (to, value, at) => to.writeInt32LE(Math.round(value * 2_147_483_647), at) },
  'float 32-bit': { tag: 3, bits: 32, write: (to, value, at) => to.writeFloatLE(value, at) },
  'float 64-bit': { tag: 3, bits: 64, write: (to, value, at) => to.writeDoubleLE(value, at) },
};

/** Encoded samples, the same in every channel. */
export function sampleBytes(kind: string, samples: Float32Array, channels = 1): Buffer {
  const { bits, write } = SAMPLE_KINDS[kind] ?? SAMPLE_KINDS['PCM 16-bit']!;
  const width = bits / 8;
  const bytes = Buffer.alloc(samples.length * channels * width);
  for (const [index, value] of samples.entries()) {
    for (let channel = 0; channel < channels; channel += 1) {
      write(bytes, value, (index * channels + channel) * width);
    }
  }
  return bytes;
}
