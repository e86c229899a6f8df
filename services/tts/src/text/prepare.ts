import { detectLanguage } from './detect-language.js';
import type { Language } from './languages.js';
import { isSpeakable, sanitise } from './sanitise/sanitise.js';
import { type Chunk, chunk } from './segment/chunks.js';

export type { Chunk } from './segment/chunks.js';

export interface PrepareOptions {
  /** The language the client asked for; absent: it is detected. */
  readonly language?: Language | undefined;
  /** The voice's own language, taken when the text gives nothing to tell by. */
  readonly voiceLanguage: Language;
  /** The most estimated seconds a chunk may have; absent: no such limit. */
  readonly maxSeconds?: number | undefined;
  /** The most Unicode code points a chunk may have; 500 at most, which is also the default. */
  readonly maxCharacters?: number | undefined;
}

/** What will be spoken, or that the text has nothing in it that can be. */
export type PreparedText =
  | {
      readonly kind: 'speakable';
      readonly language: Language;
      /** The sanitised text, one line. */
      readonly text: string;
      /** At least one. */
      readonly chunks: readonly Chunk[];
    }
  | { readonly kind: 'nothing-to-say'; readonly language: Language };

const maxChunkCharacters = 500;

/** Sanitises a text, finds its language and cuts it into chunks. Pure; linear in the length of the text. */
export function prepareText(input: string, options: PrepareOptions): PreparedText {
  const language = options.language ?? detectLanguage(input, options.voiceLanguage);
  const { text, paragraphEnds } = sanitise(input, language);
  if (!isSpeakable(text)) return { kind: 'nothing-to-say', language };
  const chunks = chunk(text, paragraphEnds, language, {
    maxCharacters: Math.max(1, Math.min(options.maxCharacters ?? maxChunkCharacters, maxChunkCharacters)),
    maxSeconds: options.maxSeconds ?? Number.POSITIVE_INFINITY,
  });
  return { kind: 'speakable', language, text, chunks };
}
