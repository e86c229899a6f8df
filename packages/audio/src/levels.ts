/** A half-open range of samples. */
export interface SampleRange {
  readonly start: number;
  readonly end: number;
}

const FRAME_SECONDS = 0.005;
/** Speech ends this far below its loudest frame: soft final fricatives are about 35 dB below. */
const BELOW_LOUDEST_DB = 45;
/** Dither and codec hiss stay below this even when the whole piece is faint. */
const FLOOR = 10 ** (-66 / 20);

/**
 * Root mean square of each frame of 5 ms; the last, shorter frame counts as one.
 *
 * @param samples mono
 * @returns levels (linear) and the length of a frame in samples
 */
export function frameLevels(samples: Float32Array, sampleRate: number): { levels: Float32Array; frame: number } {
  const frame = Math.max(1, Math.round(FRAME_SECONDS * sampleRate));
  const levels = new Float32Array(Math.ceil(samples.length / frame));
  for (let index = 0; index < levels.length; index += 1) {
    const start = index * frame;
    const end = Math.min(samples.length, start + frame);
    let energy = 0;
    for (let at = start; at < end; at += 1) energy += (samples[at] ?? 0) ** 2;
    levels[index] = Math.sqrt(energy / (end - start));
  }
  return { levels, frame };
}

/**
 * The range of a piece that contains speech, without the silence before and after it.
 *
 * @param samples mono in [-1, 1]
 * @returns null for silence
 */
export function speechBounds(samples: Float32Array, sampleRate: number): SampleRange | null {
  const { levels, frame } = frameLevels(samples, sampleRate);
  const threshold = Math.max(FLOOR, loudestOf(levels) * 10 ** (-BELOW_LOUDEST_DB / 20));
  const first = levels.findIndex((level) => level > threshold);
  if (first === -1) return null;
  const last = levels.findLastIndex((level) => level > threshold);
  return { start: first * frame, end: Math.min(samples.length, (last + 1) * frame) };
}

/** Frames this far below the loudest are pauses and do not count towards the level. */
const GATE_DB = 25;

/**
 * The gated level of speech: root mean square over the frames that contain speech, so long pauses do not count as quiet
 * speech.
 *
 * @param samples mono in [-1, 1]
 * @returns linear level, 0 for silence
 */
export function speechLevel(samples: Float32Array, sampleRate: number): number {
  const { levels } = frameLevels(samples, sampleRate);
  const gate = loudestOf(levels) * 10 ** (-GATE_DB / 20);
  const heard = levels.filter((level) => level > gate);
  return heard.length === 0 ? 0 : Math.sqrt(heard.reduce((sum, level) => sum + level ** 2, 0) / heard.length);
}

/**
 * The parts of a recording in which somebody speaks, between pauses of `pauseSeconds` or more.
 *
 * @param samples mono in [-1, 1]
 */
export function speechSpans(samples: Float32Array, sampleRate: number, pauseSeconds: number): SampleRange[] {
  const { levels, frame } = frameLevels(samples, sampleRate);
  const gate = Math.max(FLOOR, loudestOf(levels) * 10 ** (-GATE_DB / 20));
  const spans: SampleRange[] = [];
  for (const [index, level] of levels.entries()) {
    if (level <= gate) continue;
    const own = { start: index * frame, end: Math.min(samples.length, (index + 1) * frame) };
    const last = spans.at(-1);
    if (last && own.start - last.end < pauseSeconds * sampleRate) spans[spans.length - 1] = { ...last, end: own.end };
    else spans.push(own);
  }
  return spans;
}

const loudestOf = (levels: Float32Array): number => levels.reduce((loudest, level) => Math.max(loudest, level), 0);
