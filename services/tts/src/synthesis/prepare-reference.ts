import { type SampleRange, speechSpans } from '@ownvoice/audio';
import type { BrokenRule } from '@ownvoice/shared/contract';
import { SAMPLE_RATE } from '../engines/engine.js';
import { measure } from '../text/duration.js';
import { sentences } from '../text/segment/sentences.js';

export interface PreparedRecording {
  readonly samples: Float32Array;
  readonly text: string | undefined;
  /** Where it lies in the recording, in seconds. */
  readonly start: number;
  readonly end: number;
}

/** Shorter gaps lie within a sentence. */
const PAUSE_SECONDS = 0.3;
/** Left of the silence around: soft onsets and fading sounds. */
const MARGIN_SECONDS = 0.15;
/** With the margins 12 s: more of a voice costs every chunk time, and makes no better clone. */
const BEST_SECONDS = 12 - 2 * MARGIN_SECONDS;
/** A transcript's estimated length, as a share of the speech: what is beyond belongs to another recording. */
const PLAUSIBLE = { least: 0.4, most: 2.5 } as const;
/** A sentence ends in a pause if it is estimated to end this near to it, as a share of the distance to other ends. */
const NEAR = 1 / 3;

const seconds = (samples: number): number => samples / SAMPLE_RATE;

/**
 * Prepares a recording for cloning: without the silence around it, and at most its best 12 s, cut at pauses. With a
 * transcript these are its first sentences, as far as a pause can be told to be the end of one; where none can, the
 * recording stays whole, because words that do not belong to it spoil a clone.
 *
 * @param samples mono, 24 kHz, at least a second of it sounds
 * @returns the broken rule when the transcript cannot be that of the recording
 */
export function prepareReference(samples: Float32Array, text: string | undefined): PreparedRecording | BrokenRule {
  const spans = speechSpans(samples, SAMPLE_RATE, PAUSE_SECONDS);
  const whole = around(spans);
  const speech = seconds(spans.reduce((sum, { start, end }) => sum + end - start, 0));
  const estimated = text === undefined ? undefined : measure(text, 'en').seconds(0, text.length);
  if (estimated !== undefined && !(estimated >= PLAUSIBLE.least * speech && estimated <= PLAUSIBLE.most * speech)) {
    const parameters = { estimated: rounded(estimated), speech: rounded(speech) };
    return { field: 'reference_text', code: 'transcript_mismatch', parameters };
  }
  const fits = seconds(whole.end - whole.start) <= BEST_SECONDS;
  const best = fits ? { range: whole, text } : text === undefined ? mostSpeech(spans) : firstSentences(spans, text);
  const margin = Math.round(MARGIN_SECONDS * SAMPLE_RATE);
  const start = Math.max(0, best.range.start - margin);
  const end = Math.min(samples.length, best.range.end + margin);
  return { samples: samples.slice(start, end), text: best.text, start: seconds(start), end: seconds(end) };
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

const around = (spans: readonly SampleRange[]): SampleRange => ({
  start: spans[0]?.start ?? 0,
  end: spans.at(-1)?.end ?? 0,
});

type Best = { readonly range: SampleRange; readonly text: string | undefined };

/** The spans in a row that have most speech within the limit; of a longer one its first seconds. */
function mostSpeech(spans: readonly SampleRange[]): Best {
  const limit = BEST_SECONDS * SAMPLE_RATE;
  let best = { range: around(spans), speech: 0 };
  for (const [first, { start, end: ownEnd }] of spans.entries()) {
    let range = { start, end: Math.min(ownEnd, start + limit) };
    let speech = range.end - start;
    for (const next of spans.slice(first + 1)) {
      if (next.end - start > limit) break;
      range = { start, end: next.end };
      speech += next.end - next.start;
    }
    if (speech > best.speech) best = { range, speech };
  }
  return { range: best.range, text: undefined };
}

/** The longest beginning within the limit that ends in a pause where a sentence of the transcript is estimated to end. */
function firstSentences(spans: readonly SampleRange[], text: string): Best {
  const whole = around(spans);
  const length = seconds(whole.end - whole.start);
  const size = measure(text, 'en');
  const scale = length / size.seconds(0, text.length);
  const ends = sentences(text, 'en').map(({ end }) => ({ end, at: size.seconds(0, end) * scale }));
  const pauses = spans.slice(0, -1).map((span, index) => ({
    end: span.end,
    at: seconds((span.end + spans[index + 1]!.start) / 2 - whole.start),
  }));
  const matched = pauses.findLast((pause) => {
    if (seconds(pause.end - whole.start) > BEST_SECONDS) return false;
    const [nearest, second] = byDistance(ends, pause.at);
    return nearest && second && isNear(nearest.at, pause.at, second.at) && byDistance(pauses, nearest.at)[0] === pause;
  });
  if (!matched) return { range: whole, text };
  const { end } = byDistance(ends, matched.at)[0]!;
  return { range: { start: whole.start, end: matched.end }, text: text.slice(0, end).trim() };
}

const byDistance = <T extends { readonly at: number }>(places: readonly T[], at: number): T[] =>
  [...places].sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at));

const isNear = (at: number, pause: number, other: number): boolean =>
  Math.abs(at - pause) <= NEAR * Math.abs(other - at);
