import { setImmediate } from 'node:timers/promises';
import { pauseSeconds, type SampleRange, speechBounds, stretchTime } from '@ownvoice/audio';
import {
  type FormantSettings,
  type FormantSpeech,
  type FormantSynthesizer,
  RATE_LIMITS,
} from './formant-synthesizer.js';

/** A smaller deviation is inaudible, and every stretch costs a little quality. */
const MIN_STRETCH = 0.02;
/** The synthesizer also ends a clause after an abbreviation, where speech runs on. */
const MIN_PAUSE_SECONDS = 0.05;
const SILENCE = 1e-3;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** A phrase, and the pause after it in seconds. */
interface Phrase {
  readonly samples: Float32Array;
  readonly pauseAfter: number;
}

const SENTENCE_END = /[.!?…。！？][\p{Pe}\p{Pf}"']*\s*$/u;

/**
 * Speaks a text phrase by phrase at any speed, the pitch unchanged. The synthesizer speaks as fast or slow as it can,
 * because it articulates accordingly; each phrase is then stretched to exactly `speed`. The synthesizer's pauses are twice
 * too long at its slowest rate and missing at its fastest, so they are taken from the voice's own rate, limited to that
 * after a sentence, and divided by `speed`. The event loop turns between the two syntheses.
 *
 * @param text in one script
 * @param settings at speed 1
 * @param speed 0.25 to 4
 * @returns phrases at the synthesizer's sample rate without the silence around them; none when nothing is audible
 */
export async function* speakPhrases(
  synthesizer: FormantSynthesizer,
  text: string,
  settings: FormantSettings,
  speed: number,
): AsyncGenerator<Phrase> {
  const { sampleRate } = synthesizer;
  const ssml = toSsml(text);
  const rate = Math.max(RATE_LIMITS.slowest, Math.min(RATE_LIMITS.fastest, settings.rate * speed));
  const nominal = synthesizer.synthesize(ssml, settings);
  await setImmediate();
  const paced = speed === 1 ? nominal : synthesizer.synthesize(ssml, { ...settings, rate });
  const phrases = phraseRanges(nominal, paced, sampleRate).flatMap((phrase) => {
    const bounds = speechWithin(nominal, phrase.nominal, sampleRate);
    const pacedBounds = speechWithin(paced, phrase.paced, sampleRate);
    return bounds && pacedBounds
      ? [{ bounds, samples: paced.samples.subarray(pacedBounds.start, pacedBounds.end) }]
      : [];
  });
  for (const [index, { bounds, samples }] of phrases.entries()) {
    const next = phrases[index + 1];
    const pause = next ? (next.bounds.start - bounds.end) / sampleRate : pauseAtEnd(text);
    const factor = (bounds.end - bounds.start) / speed / samples.length;
    yield {
      samples: Math.abs(factor - 1) < MIN_STRETCH ? samples : stretchTime(samples, sampleRate, factor),
      pauseAfter: Math.min(pause, pauseSeconds('sentence')) / speed,
    };
  }
}

/** The synthesizer makes no pause after its last clause, but another script may follow. */
const pauseAtEnd = (text: string): number => pauseSeconds(SENTENCE_END.test(text) ? 'sentence' : 'word');

interface PhraseRanges {
  readonly nominal: SampleRange;
  readonly paced: SampleRange;
}

/** The phrases of a text, spoken at two rates: its clauses, merged where no pause separates them. */
function phraseRanges(nominal: FormantSpeech, paced: FormantSpeech, sampleRate: number): PhraseRanges[] {
  const ranges: PhraseRanges[] = [];
  let start = { nominal: 0, paced: 0 };
  const add = (end: typeof start) => {
    ranges.push({
      nominal: { start: start.nominal, end: end.nominal },
      paced: { start: start.paced, end: end.paced },
    });
    start = end;
  };
  const areAlike = nominal.clauseEnds.length === paced.clauseEnds.length;
  for (const [index, nominalEnd] of areAlike ? nominal.clauseEnds.entries() : []) {
    const pacedEnd = paced.clauseEnds[index] ?? paced.samples.length;
    if (endsInPause(nominal.samples, nominalEnd, sampleRate)) add({ nominal: nominalEnd, paced: pacedEnd });
  }
  add({ nominal: nominal.samples.length, paced: paced.samples.length });
  return ranges;
}

function endsInPause(samples: Float32Array, end: number, sampleRate: number): boolean {
  const start = end - Math.round(MIN_PAUSE_SECONDS * sampleRate);
  return start >= 0 && samples.subarray(start, end).every((sample) => Math.abs(sample) < SILENCE);
}

/** Where the speech lies in a range, as positions in the whole. */
function speechWithin({ samples }: FormantSpeech, { start, end }: SampleRange, sampleRate: number) {
  const bounds = speechBounds(samples.subarray(start, end), sampleRate);
  return bounds ? { start: start + bounds.start, end: start + bounds.end } : undefined;
}

/**
 * Plain text as SSML: markup characters escaped, phoneme brackets separated, control characters and lone surrogates
 * removed.
 */
export function toSsml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f-\u009f\ufffd]+/gu, ' ')
    .replace(/\[(?=\[)/gu, '[ ')
    .replace(/[&<>]/gu, (character) => ENTITIES[character] ?? '');
}
