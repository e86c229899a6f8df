import { type Static, Type } from 'typebox';
import { LANGUAGES } from './languages.js';
import { type SpeechModel, VARIANT_NAMES } from './models.js';
import { MAX_INPUT_CHARACTERS, MAX_SPEED, MIN_SPEED } from './speech-limits.js';
import { DEFAULT_VOICE } from './voices.js';

const MAX_INSTRUCTION_CHARACTERS = 2_000;

const Input = Type.String({
  minLength: 1,
  maxLength: MAX_INPUT_CHARACTERS,
  description: 'The text to speak, at most 10,000 characters (Unicode code points).',
});
const RequestLanguage = Type.String({
  maxLength: 64,
  default: 'auto',
  description: `One of ${LANGUAGES.join(', ')}, its ISO 639-1 code, a BCP 47 tag such as de-DE, or auto. Upper and lower case are the same.`,
});
const RequestVoice = Type.String({
  maxLength: 200,
  default: DEFAULT_VOICE,
  description: 'A voice by its id, display name or alias. Case, spaces, "-" and "_" make no difference.',
});
const ResponseFormat = Type.String({ maxLength: 64, default: 'wav', description: 'Only wav.' });
const Speed = Type.Number({
  minimum: MIN_SPEED,
  maximum: MAX_SPEED,
  default: 1,
  description: 'Speaking rate relative to the voice; the pitch stays.',
});
const Seed = Type.Integer({
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'The same request with the same seed on the same build gives the same bytes, and the same chunks.',
});
const Instruction = Type.String({
  maxLength: MAX_INSTRUCTION_CHARACTERS,
  default: '',
  description: 'Emotion or prosody, in plain words. `instruct` and `instructions` are the same field.',
});
const modelField = (standard: SpeechModel) =>
  Type.String({ maxLength: 200, default: standard, description: `A model identifier, ${standard} when absent.` });

/** Body of POST /v1/audio/speech. Unknown fields are ignored. */
export const SpeechRequest = Type.Object(
  {
    model: Type.Optional(modelField('engine-tts')),
    input: Input,
    voice: Type.Optional(RequestVoice),
    response_format: Type.Optional(ResponseFormat),
    instruct: Type.Optional(Instruction),
    instructions: Type.Optional(Instruction),
    language: Type.Optional(RequestLanguage),
    speed: Type.Optional(Speed),
    seed: Type.Optional(Seed),
  },
  { $id: 'SpeechRequest', title: 'SpeechRequest' },
);
export type SpeechRequest = Static<typeof SpeechRequest>;

/** Body of POST /v1/audio/voice-design. Unknown fields are ignored. */
export const VoiceDesignRequest = Type.Object(
  {
    model: Type.Optional(modelField('engine-tts-voicedesign')),
    input: Input,
    voice_description: Type.String({
      minLength: 1,
      maxLength: MAX_INSTRUCTION_CHARACTERS,
      description: 'The voice in plain words: age, timbre, style.',
    }),
    response_format: Type.Optional(ResponseFormat),
    language: Type.Optional(RequestLanguage),
    speed: Type.Optional(Speed),
    seed: Type.Optional(Seed),
  },
  { $id: 'VoiceDesignRequest', title: 'VoiceDesignRequest' },
);
export type VoiceDesignRequest = Static<typeof VoiceDesignRequest>;

/**
 * The text fields of POST /v1/audio/voice-clone, which is multipart/form-data. Form fields are text by nature, so
 * `speed` and `seed` are written as decimal numbers. Unknown fields are ignored.
 */
export const VoiceCloneRequest = Type.Object(
  {
    input: Input,
    reference_audio: Type.Unsafe<unknown>({
      type: 'string',
      format: 'binary',
      description: 'WAV, MP3, FLAC, Ogg Vorbis, Ogg Opus or WebM with Opus; 3 to 60 seconds, at most 25 MB.',
    }),
    reference_text: Type.Optional(
      Type.String({
        maxLength: MAX_INSTRUCTION_CHARACTERS,
        description: 'Transcript of the reference. Without it only the speaker embedding is used.',
      }),
    ),
    model: Type.Optional(modelField('engine-tts-clone')),
    response_format: Type.Optional(ResponseFormat),
    language: Type.Optional(RequestLanguage),
    speed: Type.Optional(Type.String({ description: 'As in /v1/audio/speech, written as a decimal number.' })),
    seed: Type.Optional(Type.String({ description: 'As in /v1/audio/speech, written as a whole number.' })),
  },
  { $id: 'VoiceCloneRequest', title: 'VoiceCloneRequest' },
);

/** A voice of the server. */
export const Voice = Type.Object(
  {
    id: Type.String({ description: 'Lower-case name.' }),
    name: Type.String({ description: 'Display name.' }),
    language: Type.Enum([...LANGUAGES], { description: "The speaker's native language." }),
  },
  { $id: 'Voice', title: 'Voice' },
);
export type Voice = Static<typeof Voice>;

/** Response of GET /v1/voices. */
export const VoiceList = Type.Object({ voices: Type.Array(Voice) }, { $id: 'VoiceList', title: 'VoiceList' });
export type VoiceList = Static<typeof VoiceList>;

/** A model in the list shape of the common speech API. */
export const Model = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('model'),
    created: Type.Integer({ description: 'Seconds since the Unix epoch.' }),
    owned_by: Type.String(),
  },
  { $id: 'Model', title: 'Model' },
);
export type Model = Static<typeof Model>;

/** Response of GET /v1/models. */
export const ModelList = Type.Object(
  { object: Type.Literal('list'), data: Type.Array(Model) },
  { $id: 'ModelList', title: 'ModelList' },
);
export type ModelList = Static<typeof ModelList>;

/** Body of POST /v1/text/chunks. Unknown fields are ignored. */
export const TextChunksRequest = Type.Object(
  {
    input: Input,
    language: Type.Optional(RequestLanguage),
    voice: Type.Optional(RequestVoice),
    seed: Type.Optional(Seed),
  },
  { $id: 'TextChunksRequest', title: 'TextChunksRequest' },
);
export type TextChunksRequest = Static<typeof TextChunksRequest>;

/** Response of POST /v1/text/chunks: the text that /v1/audio/speech would speak. */
export const TextChunks = Type.Object(
  {
    language: Type.Enum([...LANGUAGES]),
    detected_language: Type.Union([Type.String(), Type.Null()], {
      description: 'ISO 639-1 code of the language, when auto finds none of the ten; null otherwise.',
    }),
    text: Type.String({ description: 'The sanitised text.' }),
    chunks: Type.Array(
      Type.Object({
        text: Type.String(),
        characters: Type.Integer({ description: 'Unicode code points.' }),
        estimated_seconds: Type.Number(),
        pause_seconds: Type.Number({ description: 'Silence after the chunk at an ordinary speed; 0 after the last.' }),
      }),
    ),
  },
  { $id: 'TextChunks', title: 'TextChunks' },
);
export type TextChunks = Static<typeof TextChunks>;

/** Response of GET /health of the speech service. */
export const SpeechHealth = Type.Object(
  {
    status: Type.Enum(['healthy', 'loading', 'failed']),
    model_loaded: Type.Boolean({ description: 'Whether the model chosen by --model serves requests.' }),
    engine: Type.Union([Type.Enum(['qwen3-tts', 'builtin']), Type.Null()], {
      description: 'The engine that would serve a request now; null when none would.',
    }),
    variant: Type.Enum([...VARIANT_NAMES], { description: 'The variant chosen by --model.' }),
    device: Type.Union([Type.String(), Type.Null()]),
    precision: Type.Union([Type.String(), Type.Null()]),
    model: Type.Object(
      {
        state: Type.Enum(['absent', 'loading', 'ready', 'restarting', 'failed']),
        stage: Type.Optional(Type.String({ description: 'The current step of loading.' })),
        progress: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
        reason: Type.Optional(Type.String()),
      },
      { description: 'The state of the model itself, also while the built-in voice is the fallback.' },
    ),
    queue: Type.Object({
      waiting: Type.Integer({ description: 'Requests that wait for their first chunk.' }),
      running: Type.Integer({ description: 'Requests in progress.' }),
      limit: Type.Integer({ description: 'Most requests, waiting and running together.' }),
    }),
    reason: Type.Optional(Type.String({ description: 'Why status is not healthy.' })),
    progress: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    version: Type.String(),
  },
  { $id: 'SpeechHealth', title: 'SpeechHealth' },
);
export type SpeechHealth = Static<typeof SpeechHealth>;

/** Response headers of the three audio routes, in lower case. */
export const SPEECH_HEADERS = {
  engine: 'x-tts-engine',
  voice: 'x-tts-voice',
  language: 'x-tts-language',
  languageDetected: 'x-tts-language-detected',
  audioSeconds: 'x-tts-audio-seconds',
  chunks: 'x-tts-chunks',
  chunksSkipped: 'x-tts-chunks-skipped',
} as const;
