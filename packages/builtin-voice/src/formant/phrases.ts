import { pauseSeconds, type SampleRange, speechBounds } from '@ownvoice/audio';
import type { FormantSettings, FormantSpeech, FormantSynthesizer } from './formant-synthesizer.js';

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
 * Speaks a text phrase by phrase: its clauses, merged where no pause separates them. The synthesizer's pauses are limited to
 * that after a sentence.
 *
 * @param text in one script
 * @returns phrases at the synthesizer's sample rate without the silence around them; none when nothing is audible
 */
export function speakPhrases(synthesizer: FormantSynthesizer, text: string, settings: FormantSettings): Phrase[] {
  const { sampleRate } = synthesizer;
  const speech = synthesizer.synthesize(toSsml(text), settings);
  const heard = phraseEnds(speech, sampleRate).flatMap((end, index, ends) => {
    const start = ends[index - 1] ?? 0;
    const bounds = speechBounds(speech.samples.subarray(start, end), sampleRate);
    return bounds ? [{ start: start + bounds.start, end: start + bounds.end } satisfies SampleRange] : [];
  });
  return heard.map(({ start, end }, index) => {
    const next = heard[index + 1];
    const pause = next ? (next.start - end) / sampleRate : pauseAtEnd(text);
    return { samples: speech.samples.subarray(start, end), pauseAfter: Math.min(pause, pauseSeconds('sentence')) };
  });
}

/** The synthesizer makes no pause after its last clause, but another script may follow. */
const pauseAtEnd = (text: string): number => pauseSeconds(SENTENCE_END.test(text) ? 'sentence' : 'word');

const phraseEnds = ({ samples, clauseEnds }: FormantSpeech, sampleRate: number): number[] => [
  ...clauseEnds.filter((end) => {
    const start = end - Math.round(MIN_PAUSE_SECONDS * sampleRate);
    return start >= 0 && samples.subarray(start, end).every((sample) => Math.abs(sample) < SILENCE);
  }),
  samples.length,
];

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
