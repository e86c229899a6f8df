import type { Language } from '@ownvoice/shared/contract';
import type { ReferenceAudio, SynthesisJob } from '../engines/engine.js';
import type { LanguageCode } from '../voices/languages.js';
import type { SpeechKind } from '../voices/models.js';

interface UtteranceBase {
  readonly requestId: string;
  /** As the client sent it. */
  readonly input: string;
  /** Absent: to be detected. */
  readonly language?: LanguageCode | undefined;
  /** Speaking rate, 0.25 to 4. */
  readonly speed: number;
  /** Any integer; absent: a fresh one. */
  readonly seed?: number | undefined;
}

/** One request for speech, its fields checked. */
export type Utterance =
  | (UtteranceBase & {
      readonly kind: 'speech';
      readonly voice: string;
      readonly voiceLanguage: LanguageCode;
      readonly instruct: string;
    })
  | (UtteranceBase & { readonly kind: 'design'; readonly description: string })
  | (UtteranceBase & { readonly kind: 'clone'; readonly reference: ReferenceAudio });

/** What `X-TTS-Voice` says. */
export function voiceLabel(utterance: Utterance): string {
  const labels: Readonly<Record<Exclude<SpeechKind, 'speech'>, string>> = { design: 'designed', clone: 'cloned' };
  return utterance.kind === 'speech' ? utterance.voice : labels[utterance.kind];
}

const DEFAULT_LANGUAGE: LanguageCode = 'en';

/** A text and what is known of its language. */
export interface TextToPrepare {
  readonly input: string;
  /** Absent: to be detected. */
  readonly language: LanguageCode | undefined;
  /** Taken when the text gives nothing to tell by. */
  readonly voiceLanguage: LanguageCode;
}

/** What of an utterance concerns its text. A voice that is yet to be made has no language of its own. */
export const textOf = (utterance: Utterance): TextToPrepare => ({
  input: utterance.input,
  language: utterance.language,
  voiceLanguage: utterance.kind === 'speech' ? utterance.voiceLanguage : DEFAULT_LANGUAGE,
});

/** One job a chunk. All share one seed, the client's or this one, so that a voice keeps its colour from chunk to chunk. */
export function jobsOf(
  utterance: Utterance,
  chunks: readonly string[],
  language: Language,
  seed: number,
): SynthesisJob[] {
  const { requestId, speed } = utterance;
  const reproducible = utterance.seed !== undefined;
  return chunks.map((text) => ({ requestId, text, language, speed, seed, reproducible, ...wish(utterance) }));
}

function wish(utterance: Utterance) {
  switch (utterance.kind) {
    case 'speech':
      return { kind: utterance.kind, voice: utterance.voice, instruct: utterance.instruct };
    case 'design':
      return { kind: utterance.kind, description: utterance.description };
    case 'clone':
      return { kind: utterance.kind, reference: utterance.reference };
  }
}
