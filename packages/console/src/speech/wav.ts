const HEADER_BYTES = 44;

/** Mono samples in [-1, 1]. */
export interface Pcm {
  samples: Float32Array;
  sampleRate: number;
}

/** Encodes a mono WAV file with 16-bit PCM. */
export function encodeWav({ samples, sampleRate }: Pcm): Blob {
  const bytes = new DataView(new ArrayBuffer(HEADER_BYTES + samples.length * 2));
  const ascii = (offset: number, value: string) => {
    for (let i = 0; i < value.length; i++) bytes.setUint8(offset + i, value.charCodeAt(i));
  };
  ascii(0, 'RIFF');
  bytes.setUint32(4, bytes.byteLength - 8, true);
  ascii(8, 'WAVEfmt ');
  bytes.setUint32(16, 16, true);
  bytes.setUint16(20, 1, true);
  bytes.setUint16(22, 1, true);
  bytes.setUint32(24, sampleRate, true);
  bytes.setUint32(28, sampleRate * 2, true);
  bytes.setUint16(32, 2, true);
  bytes.setUint16(34, 16, true);
  ascii(36, 'data');
  bytes.setUint32(40, samples.length * 2, true);
  for (let i = 0; i < samples.length; i++) {
    const sample = Math.max(-1, Math.min(1, samples[i] ?? 0));
    bytes.setInt16(HEADER_BYTES + i * 2, Math.round(sample * 32_767), true);
  }
  return new Blob([bytes], { type: 'audio/wav' });
}

/**
 * The peak level of each of `count` equal spans, in [0, 1]. Accepts every format that the browser decodes.
 * @throws {DOMException} `EncodingError` when the browser cannot decode the file
 */
export async function peaksOf(audio: Blob, count: number): Promise<number[]> {
  const context = new OfflineAudioContext(1, 1, 24_000);
  const decoded = await context.decodeAudioData(await audio.arrayBuffer());
  return peaks(decoded.getChannelData(0), count);
}

function peaks(samples: Float32Array, count: number): number[] {
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * samples.length) / count);
    const to = Math.floor(((index + 1) * samples.length) / count);
    let peak = 0;
    for (let i = from; i < to; i++) peak = Math.max(peak, Math.abs(samples[i] ?? 0));
    return peak;
  });
}
