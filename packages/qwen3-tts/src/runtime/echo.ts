import { logMel, SHORTEST_LOG_MEL_INPUT } from '../audio/log-mel.js';

const SAMPLE_RATE = 24_000;
/** Of speech, from its beginning, 40 frames of the codec: the longest tail, slowly, and the silence before it. */
export const ECHO_SAMPLES = 3.2 * SAMPLE_RATE;
/** Of a recording: half a second of silence, and more words than were ever reported to come back. */
const TAIL_SAMPLES = 3 * SAMPLE_RATE;

const MEL_BINS = 40;
/** Up to 7 kHz: what a telephone or a codec leaves of a voice. */
const USED_BINS = 32;
const COEFFICIENTS = 12;
/** A frame is two hops of the mel features, 21 ms. */
const HOPS = 2;
/** Below the loud frames, in nepers: 30 dB. */
const AUDIBLE = 3.5;

/** An echo has this many frames of the recording, half a second: shorter ones are like too many other words. */
const LEAST = 24;
/** It may begin so many frames late. */
const LATE = 3;
/** It is spoken faster by this at most. */
const FASTER = 1.7;
/** How near it is along the best path, as a share of how far any frames of the two are apart … */
const NEAR = 0.36;
/** … and by so many frames' worth nearer than that; both by `npm run bench -- endings`. */
export const ECHO_EVIDENCE = 2.5;

/**
 * Evidence that speech begins with the last words of a recording of the same voice: by dynamic time warping of mel cepstra from
 * anywhere in the recording's end to its last sound. {@link ECHO_EVIDENCE} is enough; there is none in most speech.
 *
 * @param recording mono, 24 kHz, ends with the words in question
 * @param speech mono at the same rate; only its first {@link ECHO_SAMPLES} count
 */
export function evidenceOfEcho(recording: Float32Array, speech: Float32Array): number {
  const tail = cepstra(recording.subarray(-TAIL_SAMPLES));
  const beginning = cepstra(speech.subarray(0, ECHO_SAMPLES));
  if (tail.length < LEAST || beginning.length < LEAST / FASTER) return 0;
  const distances = tail.map((one) => beginning.map((other) => distance(one, other)));
  const limit = NEAR * median(distances.flat());
  // A path whose mean is below the limit has an excess below zero: the least one up to each pair of frames.
  let above = new Float64Array(beginning.length).fill(Infinity);
  for (const [row, own] of distances.entries()) {
    const excess = new Float64Array(beginning.length);
    for (const [column, value] of own.entries()) {
      const mayStart = column <= LATE && row <= tail.length - LEAST;
      const diagonal = Math.min((above[column - 1] ?? Infinity) + value - limit, mayStart ? 0 : Infinity);
      excess[column] = value - limit + Math.min(diagonal, above[column]!, excess[column - 1] ?? Infinity);
    }
    above = excess;
  }
  const least = Math.min(0, ...above.subarray(Math.ceil(LEAST / FASTER)));
  return least < 0 ? -least / limit : 0;
}

/** Of the frames from the first to the last that sounds, without their mean: the room and the gain. */
function cepstra(samples: Float32Array): Float64Array[] {
  if (samples.length < SHORTEST_LOG_MEL_INPUT) return [];
  const { values, frames } = logMel(samples, SAMPLE_RATE, MEL_BINS);
  const spectra = Array.from({ length: Math.floor(frames / HOPS) }, (_, frame) =>
    Float64Array.from({ length: USED_BINS }, (_, bin) =>
      mean(values.subarray(bin * frames + frame * HOPS, bin * frames + (frame + 1) * HOPS)),
    ),
  );
  const levels = spectra.map(mean);
  const loud = levels.toSorted((a, b) => b - a)[Math.floor(levels.length / 10)]!;
  const isAudible = (level: number) => level > loud - AUDIBLE;
  const [first, last] = [levels.findIndex(isAudible), levels.findLastIndex(isAudible)];
  const own = spectra.map(cosineTransform);
  const sounding = own.filter((_, frame) => isAudible(levels[frame]!));
  const means = Float64Array.from({ length: COEFFICIENTS }, (_, k) => mean(sounding.map((frame) => frame[k]!)));
  return own.slice(first, last + 1).map((frame) => frame.map((value, k) => value - means[k]!));
}

const cosineTransform = (spectrum: Float64Array): Float64Array =>
  Float64Array.from({ length: COEFFICIENTS }, (_, k) =>
    spectrum.reduce((sum, value, bin) => sum + value * Math.cos((Math.PI * (k + 1) * (bin + 0.5)) / USED_BINS), 0),
  );

const distance = (one: Float64Array, other: Float64Array): number =>
  Math.sqrt(one.reduce((sum, value, k) => sum + (value - other[k]!) ** 2, 0));

function mean(values: readonly number[] | Float32Array | Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

const median = (values: readonly number[]): number => Float64Array.from(values).sort()[values.length >> 1]!;
