import type { Language, LanguageCode } from '@ownvoice/shared/contract';
import type { SynthesisJob, VoiceSource } from '../engines/engine.js';
import type { Pronunciation } from '../text/index.js';

/** A text and what is known of its language. */
export interface TextRequest {
  /** As the client sent it. */
  readonly input: string;
  /** Undefined: detect it. */
  readonly language: LanguageCode | undefined;
  /** The voice's own language, for texts whose language cannot be told. */
  readonly voiceLanguage: LanguageCode;
  /** Any integer; undefined: a random one. With a seed, no measurement decides where the text is cut. */
  readonly seed: number | undefined;
  /** They win over those of the server; an empty list switches those off. */
  readonly pronunciations: readonly Pronunciation[] | undefined;
}

/** What a client asked for, parsed. */
export interface SpeechRequest extends TextRequest {
  readonly voice: VoiceSource;
  /** Speaking rate, 0.25 to 4. */
  readonly speed: number;
}

/** The language of designed and cloned voices, which have none of their own. */
export const DEFAULT_VOICE_LANGUAGE: LanguageCode = 'en';

/** The value of `X-TTS-Voice`. */
export function voiceLabel(voice: VoiceSource): string {
  switch (voice.kind) {
    case 'speech':
      return voice.id;
    case 'design':
      return 'designed';
    case 'clone':
      return 'cloned';
  }
}

/**
 * One job for each chunk. All share one seed, so that the voice sounds the same from chunk to chunk.
 *
 * @param seed 32-bit unsigned
 */
export function synthesisJobs(
  { voice, speed, seed: clientSeed }: SpeechRequest,
  chunks: readonly { readonly text: string }[],
  language: Language,
  seed: number,
): SynthesisJob[] {
  const reproducible = clientSeed !== undefined;
  return chunks.map(({ text }) => ({ text, language, voice, speed, seed, reproducible }));
}
