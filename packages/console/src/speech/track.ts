/** The sample rate of the speech and of the audio context, in Hz. */
export const SAMPLE_RATE = 24_000;

/** A piece of a track. */
export type TrackPiece =
  | {
      kind: 'ready';
      /** With the silence that follows it. */
      seconds: number;
      speechSeconds: number;
      /** The largest amplitude between two times in seconds, in [0, 1]. */
      peak(from: number, to: number): number;
      /** Mono in [-1, 1]. */
      samples(): Float32Array;
    }
  /** Playback waits for a pending piece and leaves out a missing one. `seconds` is an estimate. */
  | { kind: 'pending' | 'missing'; seconds: number };

/** What a player plays: pieces, one after the other. The times of a track include the pieces that are not ready. */
export interface Track {
  readonly pieces: readonly TrackPiece[];
}

/** The length of a track in seconds. */
export const secondsOf = ({ pieces }: Track): number => pieces.reduce((sum, { seconds }) => sum + seconds, 0);

/** The length of its pieces that are ready, in seconds. */
export const readySeconds = ({ pieces }: Track): number =>
  secondsOf({ pieces: pieces.filter(({ kind }) => kind === 'ready') });

/** The largest amplitude of samples between two times in seconds. */
export function peakOf(samples: Float32Array | Int16Array, from: number, to: number): number {
  const end = Math.min(samples.length, Math.ceil(to * SAMPLE_RATE));
  let peak = 0;
  for (let at = Math.max(0, Math.floor(from * SAMPLE_RATE)); at < end; at++)
    peak = Math.max(peak, Math.abs(samples[at] ?? 0));
  return peak;
}

/** A track of one piece. */
export function wholeTrack(samples: Float32Array): Track {
  const seconds = samples.length / SAMPLE_RATE;
  return {
    pieces: [
      {
        kind: 'ready',
        seconds,
        speechSeconds: seconds,
        peak: (from, to) => peakOf(samples, from, to),
        samples: () => samples,
      },
    ],
  };
}

/**
 * Decodes audio of any format that the browser knows.
 * @returns the channels averaged, at `SAMPLE_RATE`
 * @throws {DOMException} `EncodingError` when the browser cannot decode it
 */
export async function decodeAudio(audio: Blob): Promise<Float32Array> {
  const context = new OfflineAudioContext(1, 1, SAMPLE_RATE);
  const decoded = await context.decodeAudioData(await audio.arrayBuffer());
  const mono = new Float32Array(decoded.length);
  for (let channel = 0; channel < decoded.numberOfChannels; channel++) {
    const samples = decoded.getChannelData(channel);
    for (let at = 0; at < mono.length; at++) mono[at] = (mono[at] ?? 0) + (samples[at] ?? 0) / decoded.numberOfChannels;
  }
  return mono;
}
