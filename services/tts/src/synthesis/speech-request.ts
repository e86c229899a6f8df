import { LANGUAGE_NAMES, type Language, type LanguageCode } from '@ownvoice/shared/contract/languages';
import type { EncodedVoice, EngineCapabilities, ReferenceAudio, SynthesisJob, VoiceSource } from '../engines/engine.js';
import type { Chunk, PreparedText, Pronunciation } from '../text/index.js';
import type { SpeechKind } from '../voices/voices.js';

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
  readonly normalize: boolean;
  /** Whether the text is one chunk, spoken as it is. */
  readonly asItIs: boolean;
  /** The voices of the tags in the text, by their names there; absent: tags are removed. */
  readonly voices?: ReadonlyMap<string, Speaker>;
}

export type SpeakableText = Extract<PreparedText, { kind: 'speakable' }>;

export interface LibraryVoice {
  readonly kind: 'library';
  readonly id: string;
  /** What the library has for a model: its encoding, or a recording to be encoded. @throws ApiError 409 for neither */
  readonly referenceFor: (model: EngineCapabilities) => Promise<ReferenceAudio | EncodedVoice>;
  /** False once it was deleted, also when another has its name now. */
  readonly isKept: () => Promise<boolean>;
  /** Keeps what a model has made of the recording. */
  readonly keep: (encoding: EncodedVoice, model: EngineCapabilities) => Promise<void>;
}

export interface Speaker {
  readonly voice: VoiceSource | LibraryVoice;
  readonly name?: string;
}

/** What a client asked for, parsed. */
export interface SpeechRequest extends TextRequest, Speaker {
  /** As the client sent it, whether or not its voice takes instructions. */
  readonly instruct?: string;
  /** Speaking rate, 0.25 to 4. */
  readonly speed: number;
  /** `pcm`: the samples without the header of a WAV file. */
  readonly format?: 'pcm';
}

/** The language of designed and cloned voices, which have none of their own. */
export const DEFAULT_VOICE_LANGUAGE: LanguageCode = 'en';

/** A language as headers, responses and engines write it. */
export const languageLabel = (language: LanguageCode | undefined): Language | 'Auto' =>
  language === undefined ? 'Auto' : LANGUAGE_NAMES[language];

/** The kind of model that a voice needs. */
export const kindOf = ({ kind }: SpeechRequest['voice']): SpeechKind => (kind === 'library' ? 'clone' : kind);

/** The voice that the loaded checkpoint has to have. */
export const speakerOf = (voice: SpeechRequest['voice']): string | undefined =>
  voice.kind === 'speech' ? voice.id : undefined;

/** The voices that a text is spoken by, in the order in which they are first heard. */
export const voicesOf = (request: SpeechRequest, { chunks }: SpeakableText): SpeechRequest['voice'][] => [
  ...new Set(chunks.map((chunk) => speakerOfChunk(request, chunk).voice)),
];

export const voiceId = (voice: SpeechRequest['voice'] | undefined): string | undefined =>
  voice?.kind === 'speech' || voice?.kind === 'library' ? voice.id : undefined;

/** The value of `X-TTS-Voice` for one voice; headers have no letters beyond ASCII. */
export const voiceLabel = (voice: SpeechRequest['voice']): string =>
  voice.kind === 'design' ? 'designed' : voice.kind === 'clone' ? 'cloned' : encodeURIComponent(voice.id);

export function speakerOfChunk(
  request: Speaker & Pick<TextRequest, 'voices'>,
  { voice }: Pick<Chunk, 'voice'>,
): Speaker {
  const speaker = voice === undefined ? request : request.voices?.get(voice);
  if (!speaker) throw new Error(`No voice for the tag ${voice}.`);
  return speaker;
}

/**
 * One job for each chunk of a text. All share one seed, so that a voice sounds the same from chunk to chunk.
 *
 * @param seed 32-bit unsigned
 */
export const synthesisJobs = (
  { speed, seed: clientSeed }: SpeechRequest,
  { chunks, language }: SpeakableText,
  sourceOf: (chunk: Chunk) => VoiceSource,
  seed: number,
): SynthesisJob[] =>
  chunks.map((chunk) => ({
    text: chunk.text,
    language: languageLabel(language),
    voice: sourceOf(chunk),
    speed,
    seed,
    reproducible: clientSeed !== undefined,
    estimatedSeconds: chunk.estimatedSeconds,
  }));
