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

/** A slow server must not keep a listener waiting longer than this, in seconds; playback then pauses between chunks. */
const LONGEST_WAIT = 30;

/**
 * How long to wait before playback so that it never waits for a chunk: the rest is generated at the speed so far, and the
 * last chunk must be ready when it is reached.
 * @param elapsed seconds since the generation began
 * @param sinceFirst seconds since the first chunk became ready
 * @returns seconds; undefined while the first chunk is missing
 */
export function secondsToStart(track: Track, elapsed: number, sinceFirst: number): number | undefined {
  if (track.pieces[0]?.kind === 'pending') return undefined;
  const [total, ready] = [secondsOf(track), readySeconds(track)];
  const last = track.pieces.at(-1)?.seconds ?? 0;
  const untilGenerated = ready > 0 ? ((total - ready) * elapsed) / ready : 0;
  const wait = Math.min(untilGenerated - (total - last), LONGEST_WAIT - sinceFirst);
  return Math.max(0, wait);
}
