import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import {
  MAX_CHUNK_CHARACTERS,
  MAX_INPUT_CHARACTERS,
  MAX_PAUSES_SECONDS,
  MAX_SPOKEN_CHARACTERS,
} from '@ownvoice/shared/contract/speech-limits';
import { withoutControls } from './characters.js';
import { type Detection, detectLanguage } from './detection/detect-language.js';
import { measure } from './duration.js';
import { normalize } from './normalize.js';
import { pronounce } from './pronunciation/pronounce.js';
import { Lexicon, type Pronunciation, Pronunciations } from './pronunciation/pronunciations.js';
import type { RewrittenText, TextInSentences } from './rewrite.js';
import { type AskedPause, markPauses } from './sanitise/pause-tags.js';
import { isSpeakable, proseOf, readBlocks, sanitiseBlocks } from './sanitise/sanitise.js';
import type { Block } from './sanitise/tree/block-reader.js';
import { type Chunk, chunk } from './segment/chunks.js';
import { spokenSentences } from './segment/spoken-sentences.js';
import { voiceSections } from './voice-tags.js';

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
  /** Whether numbers, dates, amounts, units and signs become words; default false. */
  readonly normalize?: boolean | undefined;
  /** Whether voice tags change the voice; default false: they are removed. */
  readonly voiceTags?: boolean | undefined;
  /** Whether the text is spoken as it is, as one chunk; default false. */
  readonly asItIs?: boolean | undefined;
}

/** The chunks to speak, or why there are none. */
export type PreparedText =
  | {
      readonly kind: 'speakable';
      /** Undefined when it cannot be told: the model is given none, the built-in voice speaks its own. */
      readonly language: LanguageCode | undefined;
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

/**
 * Detects the language of a text, sanitises it, replaces what has a pronunciation, normalizes it and cuts it into chunks.
 * Pure; linear in the length of the text.
 *
 * @param lexicon pronunciations of the server; those of the request win
 */
export function prepareText(input: string, options: PrepareOptions, lexicon = new Lexicon([])): PreparedText {
  if (options.asItIs) return oneChunk(input, options);
  const sections = voiceSections(input);
  const hasVoices = options.voiceTags && sections.length > 1;
  const texts = hasVoices ? sections : [{ text: sections.map(({ text }) => text).join('') }];
  const documents = texts.map(({ text }) => readBlocks(markPauses(text)));
  const detection: Detection = options.language
    ? { language: options.language }
    : detectLanguage(documents.map(proseOf).join('\n'), options.voiceLanguage);
  // The limits are those of the longest request; a part of a narration may have more in proportion.
  const scale = Math.max(1, [...input].length / MAX_INPUT_CHARACTERS);
  const prepare = (blocks: readonly Block[]) => prepareSection(blocks, options, detection, lexicon, scale);
  if (!hasVoices) return prepare(documents.flat());
  const prepared: Section[] = [];
  let pauses = 0;
  let characters = 0;
  for (const [index, blocks] of documents.entries()) {
    const section = prepare(blocks);
    if (section.kind === 'too-long') return section;
    if (section.kind === 'nothing-to-say') continue;
    prepared.push({ ...section, voice: sections[index]?.voice });
    pauses += section.silence.before + section.silence.after;
    for (const { silenceAfter = 0 } of section.chunks) pauses += silenceAfter;
    characters += options.pronunciations?.length ? section.text.length : 0;
    if (pauses > scale * MAX_PAUSES_SECONDS) return { kind: 'too-long', why: 'pauses', language: detection.language };
    if (characters > scale * MAX_SPOKEN_CHARACTERS)
      return { kind: 'too-long', why: 'pronunciations', language: detection.language };
  }
  return prepared.length === 0 ? { kind: 'nothing-to-say', language: detection.language } : joinSections(prepared);
}

type SpeakableText = Extract<PreparedText, { kind: 'speakable' }>;
type Section = SpeakableText & { readonly voice: string | undefined };

/** Joins what several voices say: each begins a chunk, after the pause of a paragraph unless another is asked for. */
function joinSections(sections: readonly Section[]): SpeakableText {
  const [first, last] = [sections[0] as Section, sections.at(-1) as Section];
  const chunks = sections.flatMap(({ chunks, silence, voice }, index) => {
    const next = sections[index + 1];
    const asked = next ? silence.after + next.silence.before : 0;
    return chunks.map((chunk, place): Chunk => {
      const isTurn = next !== undefined && place === chunks.length - 1;
      return {
        ...chunk,
        ...(voice !== undefined && { voice }),
        ...(isTurn && { pauseAfter: 'paragraph' }),
        ...(isTurn && asked > 0 && { silenceAfter: asked }),
      };
    });
  });
  const { voice: _, ...rest } = first;
  return {
    ...rest,
    text: sections.map(({ text }) => text).join(' '),
    chunks,
    silence: { before: first.silence.before, after: last.silence.after },
  };
}

function prepareSection(
  blocks: readonly Block[],
  options: PrepareOptions,
  detection: Detection,
  lexicon: Lexicon,
  scale: number,
): PreparedText {
  const { language, foreign, isUnsure = false } = detection;
  const isNormalized = options.normalize === true && !isUnsure;
  const sanitised = sanitiseBlocks(blocks, language, isNormalized);
  if (!isSpeakable(sanitised.text)) return { kind: 'nothing-to-say', language };
  const { pauses } = sanitised;
  if (pauses.reduce((sum, { seconds }) => sum + seconds, 0) > scale * MAX_PAUSES_SECONDS)
    return { kind: 'too-long', why: 'pauses', language };
  const written = { text: sanitised.text, sentences: spokenSentences(sanitised, language) };
  const { pronunciations = [] } = options;
  const isSpokenAsWritten = options.pronunciations?.length === 0;
  const lists = isSpokenAsWritten ? [] : [new Pronunciations(pronunciations, language), lexicon.of(language)];
  const sources = lists.filter(({ isEmpty }) => !isEmpty);
  const pronounced = sources.length === 0 ? undefined : pronounce(written, sources, language);
  if (pronounced && [...pronounced.text].length > scale * MAX_SPOKEN_CHARACTERS)
    return { kind: 'too-long', why: 'pronunciations', language };
  const normalized = isNormalized ? normalize(pronounced ?? written, language) : undefined;
  const spoken: TextInSentences = normalized ?? pronounced ?? written;
  if (!isSpeakable(spoken.text)) return { kind: 'nothing-to-say', language };
  const chunks = chunk(spoken.text, spoken.sentences, language, {
    maxCharacters: Math.max(1, Math.min(options.maxCharacters ?? MAX_CHUNK_CHARACTERS, MAX_CHUNK_CHARACTERS)),
    maxSeconds: options.maxSeconds ?? Number.POSITIVE_INFINITY,
  });
  return {
    kind: 'speakable',
    language: isUnsure ? undefined : language,
    ...(foreign !== undefined && { detectedLanguage: foreign }),
    text: spoken.text,
    chunks: withWritten(chunks, spoken.text, written.text, [normalized, pronounced]),
    silence: {
      before: secondsAt(pauses, 0),
      after: secondsAt(pauses, sanitised.text.length),
    },
  };
}

/** @param rewritings from the last one to the first */
function withWritten(
  chunks: readonly Chunk[],
  spoken: string,
  written: string,
  rewritings: readonly (RewrittenText | undefined)[],
): Chunk[] {
  const inWritten = (offset: number) => rewritings.reduce((at, rewriting) => rewriting?.before(at) ?? at, offset);
  let end = 0;
  let writtenEnd = 0;
  return chunks.map((chunk) => {
    end = spoken.indexOf(chunk.text, end) + chunk.text.length;
    const writtenStart = writtenEnd;
    writtenEnd = inWritten(end);
    const asWritten = written.slice(writtenStart, writtenEnd).trim();
    return asWritten === chunk.text ? chunk : { ...chunk, written: asWritten };
  });
}

function oneChunk(input: string, { language, voiceLanguage }: PrepareOptions): PreparedText {
  const text = withoutControls(input);
  if (text.trim() === '') return { kind: 'nothing-to-say', language: voiceLanguage };
  const measured = measure(text, language ?? voiceLanguage);
  const chunk: Chunk = {
    text,
    characters: measured.characters(0, text.length),
    estimatedSeconds: measured.seconds(0, text.length),
    pauseAfter: 'none',
  };
  return { kind: 'speakable', language, text, chunks: [chunk], silence: { before: 0, after: 0 } };
}

const secondsAt = (pauses: readonly AskedPause[], offset: number) =>
  pauses.find((pause) => pause.offset === offset)?.seconds ?? 0;
