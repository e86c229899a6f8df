import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { type Detection, detectLanguage } from './detection/detect-language.js';
import { isSpeakable, sanitise } from './sanitise/sanitise.js';
import { type Chunk, chunk } from './segment/chunks.js';

export type { Chunk } from './segment/chunks.js';

export interface PrepareOptions {
  /** The language that the client asked for; absent: detected. */
  readonly language?: LanguageCode | undefined;
  /** The voice's own language: the fallback when detection finds nothing. */
  readonly voiceLanguage: LanguageCode;
  /** Longest chunk in estimated seconds; absent: no limit. */
  readonly maxSeconds?: number | undefined;
  /** Longest chunk in Unicode code points, 500 at most; default 500. */
  readonly maxCharacters?: number | undefined;
}

/** The chunks to speak, or `nothing-to-say` when the text has no speakable character. */
export type PreparedText =
  | {
      readonly kind: 'speakable';
      readonly language: LanguageCode;
      /** ISO 639-1, when detection finds none of the ten languages: then `language` is the voice's own. */
      readonly detectedLanguage?: string;
      /** The sanitised text, one line. */
      readonly text: string;
      /** At least one. */
      readonly chunks: readonly Chunk[];
    }
  | { readonly kind: 'nothing-to-say'; readonly language: LanguageCode };

const MAX_CHUNK_CHARACTERS = 500;

/** Detects the language of a text, sanitises it and cuts it into chunks. Pure; linear in the length of the text. */
export function prepareText(input: string, options: PrepareOptions): PreparedText {
  const detection: Detection = options.language
    ? { language: options.language }
    : detectLanguage(input, options.voiceLanguage);
  const { language, foreign } = detection;
  const { text, paragraphEnds } = sanitise(input, language);
  if (!isSpeakable(text)) return { kind: 'nothing-to-say', language };
  const chunks = chunk(text, paragraphEnds, language, {
    maxCharacters: Math.max(1, Math.min(options.maxCharacters ?? MAX_CHUNK_CHARACTERS, MAX_CHUNK_CHARACTERS)),
    maxSeconds: options.maxSeconds ?? Number.POSITIVE_INFINITY,
  });
  const detected = foreign === undefined ? {} : { detectedLanguage: foreign };
  return { kind: 'speakable', language, ...detected, text, chunks };
}
