import { pauseSeconds, type SampleRange, type SpokenPiece, speechBounds, stretchTime } from '@ownvoice/audio';
import {
  type FormantSettings,
  type FormantSpeech,
  type FormantSynthesizer,
  RATE_LIMITS,
} from './formant-synthesizer.js';
import { toSsml } from './ssml.js';

/** A deviation that nobody hears is left alone: every stretch costs a little quality. */
const SMALLEST_STRETCH = 0.02;
/** The synthesizer also ends a clause after an abbreviation, where speech runs on. */
const SHORTEST_PAUSE_SECONDS = 0.05;
const SILENCE = 1e-3;
const SENTENCE_END = /[.!?…。！？][\p{Pe}\p{Pf}"']*\s*$/u;

/**
 * Speaks a text phrase by phrase, faster or slower with its pitch kept. The synthesizer's own rate does what it can,
 * because it articulates accordingly; each phrase is then stretched to exactly `speed`. A pause is that of the ordinary
 * rate, at most as long as after a sentence, divided by `speed`: the synthesizer's own pauses are twice too long when it
 * speaks slowly and vanish when it speaks fast.
 *
 * @param text in one script
 * @param settings as at speed 1
 * @param speed 0.25 to 4
 * @returns mono at the synthesizer's rate, without the silence between phrases; none when nothing is heard
 */
export function* speakPhrases(
  synthesizer: FormantSynthesizer,
  text: string,
  settings: FormantSettings,
  speed: number,
): Generator<SpokenPiece> {
  const { sampleRate } = synthesizer;
  const ssml = toSsml(text);
  const plain = synthesizer.speak(ssml, settings);
  const rate = Math.max(RATE_LIMITS.slowest, Math.min(RATE_LIMITS.fastest, settings.rate * speed));
  const paced = speed === 1 ? plain : synthesizer.speak(ssml, { ...settings, rate });
  const phrases = phraseRanges(plain, paced, sampleRate).flatMap((ranges) => {
    const ordinary = heard(plain.samples, ranges.plain, sampleRate);
    const atRate = heard(paced.samples, ranges.paced, sampleRate);
    return ordinary && atRate ? [{ ordinary, samples: paced.samples.subarray(atRate.start, atRate.end) }] : [];
  });
  for (const [index, { ordinary, samples }] of phrases.entries()) {
    const next = phrases[index + 1];
    const silence = next ? (next.ordinary.start - ordinary.end) / sampleRate : pauseAtEnd(text);
    const factor = (ordinary.end - ordinary.start) / speed / samples.length;
    yield {
      samples: Math.abs(factor - 1) < SMALLEST_STRETCH ? samples : stretchTime(samples, sampleRate, factor),
      pauseAfter: Math.min(silence, pauseSeconds('sentence')) / speed,
    };
  }
}

/** The synthesizer is silent after its last clause, whatever follows in another script. */
const pauseAtEnd = (text: string): number => pauseSeconds(SENTENCE_END.test(text) ? 'sentence' : 'word');

interface PhraseRanges {
  readonly plain: SampleRange;
  readonly paced: SampleRange;
}

/** The same phrases in two readings of a text: clauses, joined where no pause is between them. */
function phraseRanges(plain: FormantSpeech, paced: FormantSpeech, sampleRate: number): PhraseRanges[] {
  const ranges: PhraseRanges[] = [];
  const isAlike = plain.clauseEnds.length === paced.clauseEnds.length;
  let start = { plain: 0, paced: 0 };
  for (const [index, plainEnd] of isAlike ? plain.clauseEnds.entries() : []) {
    const end = { plain: plainEnd, paced: paced.clauseEnds[index] ?? paced.samples.length };
    if (!endsSilent(plain.samples, plainEnd, sampleRate)) continue;
    ranges.push(between(start, end));
    start = end;
  }
  ranges.push(between(start, { plain: plain.samples.length, paced: paced.samples.length }));
  return ranges;
}

const between = (start: Record<'plain' | 'paced', number>, end: Record<'plain' | 'paced', number>): PhraseRanges => ({
  plain: { start: start.plain, end: end.plain },
  paced: { start: start.paced, end: end.paced },
});

function endsSilent(samples: Float32Array, end: number, sampleRate: number): boolean {
  const start = end - Math.round(SHORTEST_PAUSE_SECONDS * sampleRate);
  return start >= 0 && samples.subarray(start, end).every((sample) => Math.abs(sample) < SILENCE);
}

/** Where speech lies in a range, counted from the start of `samples`. */
function heard(samples: Float32Array, { start, end }: SampleRange, sampleRate: number): SampleRange | undefined {
  const bounds = speechBounds(samples.subarray(start, end), sampleRate);
  return bounds ? { start: start + bounds.start, end: start + bounds.end } : undefined;
}
