import { readySeconds, secondsOf, type Track } from './track.js';

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
