/** Mono audio. */
export interface MonoAudio {
  /** In [-1, 1]. */
  readonly samples: Float32Array;
  /** In Hz. */
  readonly sampleRate: number;
}

const PCM = 1;
const FLOAT = 3;

/**
 * Reads a RIFF WAVE file of 16-bit integers or 32-bit floats; the channels are averaged.
 * @throws Error with one sentence for anything else
 */
export function readWav(bytes: Uint8Array): MonoAudio {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tag = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (bytes.length < 12 || tag(0) !== 'RIFF' || tag(8) !== 'WAVE') throw new Error('This is no WAV file.');
  let format: { encoding: number; channels: number; sampleRate: number; bits: number } | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = view.getUint32(at + 4, true);
    const body = at + 8;
    if (tag(at) === 'fmt ' && body + 16 <= bytes.length) {
      format = {
        encoding: view.getUint16(body, true),
        channels: view.getUint16(body + 2, true),
        sampleRate: view.getUint32(body + 4, true),
        bits: view.getUint16(body + 14, true),
      };
    }
    if (tag(at) === 'data' && format) {
      const end = Math.min(body + size, bytes.length);
      return { samples: readSamples(view, body, end, format), sampleRate: format.sampleRate };
    }
    at = body + size + (size & 1);
  }
  throw new Error('This WAV file has no samples.');
}

function readSamples(
  view: DataView,
  begin: number,
  end: number,
  { encoding, channels, bits }: { encoding: number; channels: number; bits: number },
): Float32Array {
  const read = sampleReader(view, encoding, bits);
  if (!read || channels === 0) throw new Error(`WAV files of format ${encoding} with ${bits} bits are not read here.`);
  const step = bits / 8;
  const frames = Math.floor((end - begin) / (step * channels));
  return Float32Array.from({ length: frames }, (_, frame) => {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) sum += read(begin + (frame * channels + channel) * step);
    return sum / channels;
  });
}

function sampleReader(view: DataView, encoding: number, bits: number): ((at: number) => number) | undefined {
  if (encoding === PCM && bits === 16) return (at) => view.getInt16(at, true) / 32_768;
  if (encoding === FLOAT && bits === 32) return (at) => view.getFloat32(at, true);
  return undefined;
}
