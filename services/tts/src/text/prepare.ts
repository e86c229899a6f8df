import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { MAX_PAUSES_SECONDS, MAX_SPOKEN_CHARACTERS } from '@ownvoice/shared/contract/speech-limits';
import { type Detection, detectLanguage } from './detection/detect-language.js';
import { type PronouncedText, pronounce } from './pronunciation/pronounce.js';
import { Lexicon, type Pronunciation, Pronunciations } from './pronunciation/pronunciations.js';
import { type AskedPause, markPauses } from './sanitise/pause-tags.js';
import { isSpeakable, sanitise } from './sanitise/sanitise.js';
import { type Chunk, chunk } from './segment/chunks.js';
import { spokenSentences } from './segment/spoken-sentences.js';

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
  /** Of the request. An empty list is none at all, not even those of the server. */
  readonly pronunciations?: readonly Pronunciation[] | undefined;
}

/** The chunks to speak, or why there are none. */
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
      /** The pauses that the text asks for before its first chunk and after its last, in seconds. */
      readonly silence: { readonly before: number; readonly after: number };
    }
  /** The text has no speakable character. */
  | { readonly kind: 'nothing-to-say'; readonly language: LanguageCode }
  /** Its pauses or its pronunciations are beyond their limits. */
  | { readonly kind: 'too-long'; readonly why: 'pauses' | 'pronunciations'; readonly language: LanguageCode };

const MAX_CHUNK_CHARACTERS = 500;

/**
 * Detects the language of a text, sanitises it, replaces what has a pronunciation and cuts it into chunks. Pure; linear in
 * the length of the text.
 *
 * @param lexicon pronunciations of the server; those of the request win
 */
export function prepareText(input: string, options: PrepareOptions, lexicon = new Lexicon([])): PreparedText {
  const marked = markPauses(input);
  const detection: Detection = options.language
    ? { language: options.language }
    : detectLanguage(marked, options.voiceLanguage);
  const { language, foreign } = detection;
  const sanitised = sanitise(marked, language);
  if (!isSpeakable(sanitised.text)) return { kind: 'nothing-to-say', language };
  const { pauses } = sanitised;
  if (pauses.reduce((sum, { seconds }) => sum + seconds, 0) > MAX_PAUSES_SECONDS)
    return { kind: 'too-long', why: 'pauses', language };
  const written = { text: sanitised.text, sentences: spokenSentences(sanitised, language) };
  const { pronunciations = [] } = options;
  const isSpokenAsWritten = options.pronunciations?.length === 0;
  const lists = isSpokenAsWritten ? [] : [new Pronunciations(pronunciations, language), lexicon.of(language)];
  const sources = lists.filter(({ isEmpty }) => !isEmpty);
  const pronounced = sources.length === 0 ? undefined : pronounce(written, sources, language);
  const spoken = pronounced ?? written;
  if (pronounced && [...spoken.text].length > MAX_SPOKEN_CHARACTERS)
    return { kind: 'too-long', why: 'pronunciations', language };
  if (!isSpeakable(spoken.text)) return { kind: 'nothing-to-say', language };
  const chunks = chunk(spoken.text, spoken.sentences, language, {
    maxCharacters: Math.max(1, Math.min(options.maxCharacters ?? MAX_CHUNK_CHARACTERS, MAX_CHUNK_CHARACTERS)),
    maxSeconds: options.maxSeconds ?? Number.POSITIVE_INFINITY,
  });
  return {
    kind: 'speakable',
    language,
    ...(foreign !== undefined && { detectedLanguage: foreign }),
    text: spoken.text,
    chunks: pronounced ? withWritten(chunks, pronounced) : chunks,
    silence: {
      before: secondsAt(pauses, 0),
      after: secondsAt(pauses, sanitised.text.length),
    },
  };
}

function withWritten(chunks: readonly Chunk[], { text, written }: PronouncedText): Chunk[] {
  let end = 0;
  return chunks.map((chunk) => {
    const start = text.indexOf(chunk.text, end);
    end = start + chunk.text.length;
    const asWritten = written(start, end);
    return asWritten === chunk.text ? chunk : { ...chunk, written: asWritten };
  });
}

const secondsAt = (pauses: readonly AskedPause[], offset: number) =>
  pauses.find((pause) => pause.offset === offset)?.seconds ?? 0;
