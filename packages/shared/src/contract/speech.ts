import { type Static, Type } from 'typebox';
import { LANGUAGES } from './languages.js';
import { type FormatPolicy, SPEECH_MODEL_ALIASES, type SpeechModel, VARIANT_NAMES } from './models.js';
import { named, optional, optionalText } from './schemas.js';
import {
  MAX_CHUNK_CHARACTERS,
  MAX_CHUNKS,
  MAX_INPUT_CHARACTERS,
  MAX_INSTRUCTION_CHARACTERS,
  MAX_PRONOUNCED_CHARACTERS,
  MAX_PRONUNCIATIONS,
  MAX_SAY_CHARACTERS,
  MAX_SPEED,
  MIN_SPEED,
} from './speech-limits.js';
import { SPEECH_PATTERNS, VOICE_NAMES } from './speech-patterns.js';
import { ruledText, rulesOf, type TextPattern, type TextRules } from './text-rules.js';

const Input = ruledText(
  { minLength: 1, maxLength: MAX_INPUT_CHARACTERS, patterns: [SPEECH_PATTERNS.speakable] },
  {
    description:
      'The text to speak, at most 10,000 characters (Unicode code points). A tag such as [pause 1.5s] is a pause, of 0.1 to 10 seconds. At /v1/audio/speech a tag [voice: Vivian] at the start of a line or sentence changes the voice up to the next one; [voice] goes back.',
    examples: ['Good morning. The kettle is on.'],
  },
);
export const RequestLanguage = optionalText({
  ...rulesOf({ maxLength: 64, patterns: [SPEECH_PATTERNS.language] }),
  default: 'auto',
  description: `One of ${LANGUAGES.join(', ')}, its ISO 639-1 code, a BCP 47 tag such as de-DE, or auto. Upper and lower case are the same.`,
  examples: ['English'],
});
const MAX_VOICE_FIELD_CHARACTERS = 200;
const voiceRules = rulesOf({ maxLength: MAX_VOICE_FIELD_CHARACTERS });
/** Which voices there are depends on the model and the library: the handler looks it up. */
const RequestVoice = Type.Optional(
  Type.Unsafe<string | { readonly id: string } | null>({
    type: ['string', 'object', 'null'],
    ...voiceRules,
    properties: { id: Type.String(voiceRules) },
    required: ['id'],
    description: `A voice of GET /v1/voices by its id, display name or alias, or {"id": …}: ${VOICE_NAMES.join(', ')}, another one of the loaded checkpoint, or one of the library. Absent: the first of the list, ryan unless a checkpoint lacks it. Case, spaces, "-" and "_" make no difference.`,
    examples: ['ryan'],
  }),
);
const ResponseFormat = optionalText({
  ...rulesOf({ maxLength: 64, patterns: [SPEECH_PATTERNS.wav] }),
  default: 'wav',
  description: 'Only wav is supported.',
  examples: ['wav'],
});
/** What a lenient service takes in place of what a strict one refuses. */
const LENIENT = {
  response_format: optionalText({
    maxLength: 64,
    default: 'wav',
    description:
      'pcm: the samples alone, 16-bit little-endian mono at 24,000 Hz. Every other format is answered with WAV.',
    examples: ['wav'],
  }),
  stream_format: optionalText({ maxLength: 64, description: 'Ignored: the response is one complete file.' }),
};
/** The models of each route for a lenient service, by the route's default. */
const LENIENT_MODELS: Readonly<Record<string, TextPattern>> = {
  'engine-tts': SPEECH_PATTERNS.lenientSpeechModel,
  'engine-tts-voicedesign': SPEECH_PATTERNS.lenientDesignModel,
  'engine-tts-clone': SPEECH_PATTERNS.lenientCloneModel,
};
const Speed = optional<number>('number', {
  minimum: MIN_SPEED,
  maximum: MAX_SPEED,
  default: 1,
  description: 'Speaking rate relative to the voice; the pitch does not change.',
  examples: [1],
});
export const Seed = optional<number>('integer', {
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'The same request with the same seed on the same build gives the same bytes, and the same chunks.',
  examples: [7],
});
/** The rules of a pronunciation, in requests and in the file of `--lexicon`. */
export const PRONUNCIATION_RULES = {
  text: { minLength: 1, maxLength: MAX_PRONOUNCED_CHARACTERS, patterns: [SPEECH_PATTERNS.notBlank] },
  say: { minLength: 1, maxLength: MAX_SAY_CHARACTERS, patterns: [SPEECH_PATTERNS.notBlank] },
  language: { maxLength: 64, patterns: [SPEECH_PATTERNS.language] },
} as const satisfies Readonly<Record<string, TextRules>>;
/** How a word or phrase is pronounced. */
export const Pronunciation = Type.Object({
  text: ruledText(PRONUNCIATION_RULES.text, {
    description: 'A whole word or phrase. In lower case it stands for any case, otherwise for itself alone.',
    examples: ['Qwen'],
  }),
  say: ruledText(PRONUNCIATION_RULES.say, { description: 'What is spoken instead.', examples: ['chwen'] }),
  language: optionalText({
    ...rulesOf(PRONUNCIATION_RULES.language),
    description: 'Only for texts in this language; absent or auto: for all.',
    examples: ['English'],
  }),
});
export type Pronunciation = Static<typeof Pronunciation>;
const PronunciationList = optional<Pronunciation[]>('array', {
  items: Pronunciation,
  maxItems: MAX_PRONUNCIATIONS,
  description:
    'Words and what is spoken instead. They are applied to the sanitized text, the longest first, and win over those of the server, which an empty list switches off.',
  examples: [[{ text: 'Qwen', say: 'chwen' }]],
});
const Normalize = optional<boolean>('boolean', {
  description:
    'Whether numbers, dates, amounts, units and signs become words of the language before the text is spoken; the default is that of the server, on.',
  examples: [true],
});
const Preprocess = optional<boolean>('boolean', {
  default: true,
  description: `false: input is one chunk of at most ${MAX_CHUNK_CHARACTERS} characters that is spoken as it is, without cleaning, detection of the language, pronunciations, tags or normalization.`,
  examples: [true],
});
const Instruction = optionalText({
  maxLength: MAX_INSTRUCTION_CHARACTERS,
  default: '',
  description: 'Emotion or prosody, in plain words. `instruct` and `instructions` are the same field.',
  examples: ['Speak slowly and warmly.'],
});
const StreamFormat = optionalText({
  ...rulesOf({ patterns: [SPEECH_PATTERNS.wholeAudio] }),
  description: 'Only audio is supported: the response is one complete file.',
  examples: ['audio'],
});
const modelField = (initial: SpeechModel, pattern: TextPattern) =>
  optionalText({
    ...rulesOf({ maxLength: 200, patterns: [pattern] }),
    default: initial,
    description: `A model identifier, ${initial} when absent. ${SPEECH_MODEL_ALIASES.join(', ')} mean engine-tts, also with a date.`,
    examples: [initial],
  });

/** What every request for speech may ask for, whatever the voice. */
const SPOKEN = {
  response_format: ResponseFormat,
  stream_format: StreamFormat,
  /** X-TTS-Ignored tells where the model has none. */
  instruct: Instruction,
  instructions: Instruction,
  language: RequestLanguage,
  normalize: Normalize,
  preprocess: Preprocess,
  pronunciations: PronunciationList,
  speed: Speed,
  seed: Seed,
};

/** A voice as a base model has encoded it, between two speech services. */
export const VoiceEncoding = Type.Object({
  checkpoint: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  speaker_embedding: Type.String({ maxLength: 32_768, description: 'float32, little endian, in base64.' }),
  spoken: Type.Union([
    Type.Null(),
    Type.Object({
      text: Type.String({ maxLength: MAX_INPUT_CHARACTERS }),
      frames: Type.Integer({ minimum: 1, maximum: 1_000 }),
      codes: Type.String({ maxLength: 131_072, description: 'int32, little endian, in base64: [frames, groups].' }),
    }),
  ]),
});
export type VoiceEncoding = Static<typeof VoiceEncoding>;

/** Body of POST /v1/audio/speech. Unknown fields are ignored. */
export const SpeechRequest = named('SpeechRequest', {
  model: modelField('engine-tts', SPEECH_PATTERNS.speechModel),
  input: Input,
  voice: RequestVoice,
  /** In place of `voice`, with X-TTS-Chunk. */
  voice_encoding: Type.Optional(VoiceEncoding),
  ...SPOKEN,
});
export type SpeechRequest = Static<typeof SpeechRequest>;

/** Body of POST /v1/audio/subtitles: that of the speech, and when it is heard. Unknown fields are ignored. */
export const SubtitlesRequest = named('SubtitlesRequest', {
  ...SpeechRequest.properties,
  seed: Type.Optional({
    ...Seed,
    description: 'The seed of the speech: without chunk_starts and audio_seconds it is synthesized again.',
  }),
  chunk_starts: optional<number[]>('array', {
    items: { type: 'number', minimum: 0 },
    maxItems: MAX_CHUNKS,
    description: 'The values of X-TTS-Chunk-Starts, in seconds. With audio_seconds nothing is synthesized.',
    examples: [[0]],
  }),
  audio_seconds: optional<number>('number', {
    minimum: 0,
    maximum: 1_000_000,
    description: 'The value of X-TTS-Audio-Seconds.',
    examples: [2.5],
  }),
});
export type SubtitlesRequest = Static<typeof SubtitlesRequest>;

export const VoiceDescription = ruledText(
  { minLength: 1, maxLength: MAX_INSTRUCTION_CHARACTERS, patterns: [SPEECH_PATTERNS.notBlank] },
  {
    description: 'The voice in plain words: age, timbre, style.',
    examples: ['An old sailor, hoarse and amused.'],
  },
);

/** Body of POST /v1/audio/voice-design. Unknown fields are ignored. */
export const VoiceDesignRequest = named('VoiceDesignRequest', {
  model: modelField('engine-tts-voicedesign', SPEECH_PATTERNS.designModel),
  input: Input,
  voice_description: VoiceDescription,
  ...SPOKEN,
});
export type VoiceDesignRequest = Static<typeof VoiceDesignRequest>;

export const ReferenceAudio = Type.Unsafe<unknown>({
  type: 'string',
  format: 'binary',
  description: 'WAV, MP3, FLAC, Ogg Vorbis or Ogg Opus; 3 to 60 seconds, at most 25 MB.',
});
export const ReferenceText = optionalText({
  maxLength: MAX_INSTRUCTION_CHARACTERS,
  description: 'Transcript of the reference. Without it only the speaker embedding is used.',
  examples: ['What is said in the recording.'],
});

/**
 * The fields of POST /v1/audio/voice-clone, which is multipart/form-data: numbers are written as text, and pronunciations
 * as a JSON list. Unknown fields are ignored.
 */
export const VoiceCloneRequest = named('VoiceCloneRequest', {
  input: Input,
  reference_audio: ReferenceAudio,
  reference_text: ReferenceText,
  model: modelField('engine-tts-clone', SPEECH_PATTERNS.cloneModel),
  ...SPOKEN,
});

/** The schema of a request under a policy. */
export function withFormats<T extends { properties: { response_format: typeof ResponseFormat; model: object } }>(
  schema: T,
  policy: FormatPolicy,
): T {
  if (policy === 'strict') return schema;
  const { response_format, stream_format } = LENIENT;
  const { model } = schema.properties;
  const pattern = LENIENT_MODELS[(model as { default: string }).default];
  const properties = {
    ...schema.properties,
    model: { ...model, pattern: pattern?.pattern },
    response_format,
    stream_format,
  };
  return { ...schema, properties };
}

const { reference_audio, ...cloneFields } = VoiceCloneRequest.properties;
/** The fields of POST /v1/audio/voice-clone with a voice library: a recording or the name of a voice. */
export const LibraryCloneRequest = named('VoiceCloneRequest', {
  ...cloneFields,
  reference_audio: Type.Optional(reference_audio),
  voice: optionalText({
    maxLength: MAX_VOICE_FIELD_CHARACTERS,
    description: 'A voice of the library, instead of reference_audio and reference_text.',
  }),
});

export const Voice = named('Voice', {
  id: Type.String({ description: 'Lower-case name.' }),
  name: Type.String({ description: 'Display name.' }),
  language: Type.Enum([...LANGUAGES, 'auto'], {
    description: "The speaker's native language; auto when the checkpoint does not tell it.",
  }),
});
export type Voice = Static<typeof Voice>;

/** A model in the list shape of the common speech API. */
export const Model = named('Model', {
  id: Type.String(),
  object: Type.Literal('model'),
  created: Type.Integer({ description: 'Seconds since the Unix epoch.' }),
  owned_by: Type.String(),
});
export type Model = Static<typeof Model>;

/** Response of GET /v1/models. */
export const ModelList = named('ModelList', { object: Type.Literal('list'), data: Type.Array(Model) });

/** Response of GET /v1/audio/models. */
export const AudioModelList = named('AudioModelList', { models: Type.Array(Type.Object({ id: Type.String() })) });

/** Body of POST /v1/text/chunks. Unknown fields are ignored. */
export const TextChunksRequest = named('TextChunksRequest', {
  input: Input,
  language: RequestLanguage,
  voice: RequestVoice,
  normalize: Normalize,
  pronunciations: PronunciationList,
  speed: Speed,
  seed: Seed,
});

/** Response of POST /v1/text/chunks: the text that /v1/audio/speech would speak. */
export const TextChunks = named('TextChunks', {
  language: Type.Enum([...LANGUAGES, 'Auto'], {
    description: 'Auto: it cannot be told, and the model is given none.',
  }),
  detected_language: Type.Union([Type.String(), Type.Null()], {
    description: 'ISO 639-1 code of the language, when auto finds none of the ten; null otherwise.',
  }),
  text: Type.String({ description: 'The text as it will be spoken.' }),
  chunks: Type.Array(
    Type.Object({
      text: Type.String({ description: 'Spoken as it is by preprocess: false.' }),
      written: Type.Optional(Type.String({ description: 'As it was written, where that differs.' })),
      voice: Type.Optional(Type.String({ description: 'Id of the voice of the tag before it.' })),
      characters: Type.Integer({ description: 'Unicode code points.' }),
      estimated_seconds: Type.Number(),
      pause_seconds: Type.Number({
        description:
          'Silence up to the next chunk, shorter at a higher speed, or as long as a pause tag says; 0 after the last.',
      }),
    }),
  ),
});
export type TextChunks = Static<typeof TextChunks>;

const Reason = {
  reason: Type.Optional(Type.String({ description: 'What is wrong, for operators.' })),
  reason_code: Type.Optional(Type.String({ description: 'The code of the reason, for programs.' })),
};

const InstallationProgress = {
  stage: Type.Optional(Type.String({ description: 'The current step.' })),
  progress: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  downloaded_bytes: Type.Optional(Type.Integer({ minimum: 0 })),
  total_bytes: Type.Optional(Type.Integer({ minimum: 0 })),
  ...Reason,
};

const ChunkPlan = {
  parallel: Type.Integer({ minimum: 1, maximum: 1_000, description: 'Chunks at once.' }),
  max_chunk_seconds: Type.Number({
    minimum: 0.1,
    maximum: 600,
    description: 'The longest chunk, in seconds of speech.',
  }),
};
/** What a service with --engine-url asks of the engine of another one. */
const EngineCapacity = Type.Object(
  {
    ...ChunkPlan,
    seeded: Type.Object(ChunkPlan, { description: 'The same for requests with a seed.' }),
    batches: Type.Array(Type.Object({ parallel: ChunkPlan.parallel, longest_seconds: Type.Number() }), {
      maxItems: 100,
    }),
    checkpoint: Type.Union([Type.String({ pattern: '^[0-9a-f]{64}$' }), Type.Null()]),
  },
  { description: 'How many chunks the engine takes at once, and how long they may be.' },
);

/** A recording that another speech service has prepared. */
export const VoiceEncodingRequest = Type.Object({
  samples: Type.String({
    minLength: 1,
    maxLength: 8_000_000,
    description: 'Mono, 24,000 Hz, float32, little endian, in base64; at most 61 seconds.',
  }),
  text: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_INPUT_CHARACTERS })),
});

/** Response of GET /health of the speech service. */
export const SpeechHealth = named('SpeechHealth', {
  status: Type.Enum(['healthy', 'loading', 'failed']),
  model_loaded: Type.Boolean({ description: 'Whether the configured model serves requests.' }),
  asleep: Type.Optional(
    Type.Boolean({ description: 'The model was unloaded because nobody used it; the next request loads it again.' }),
  ),
  engine: Type.Union([Type.Enum(['qwen3-tts', 'builtin', 'remote']), Type.Null()], {
    description: 'The engine that would serve a request now; null when none would.',
  }),
  variant: Type.Enum([...VARIANT_NAMES], { description: 'The configured variant.' }),
  device: Type.Union([Type.String(), Type.Null()]),
  device_reason: Type.Optional(
    Type.String({ description: 'Why the model does not run on the device that it was started for.' }),
  ),
  precision: Type.Union([Type.String(), Type.Null()]),
  model: Type.Object(
    {
      state: Type.Enum(['absent', 'loading', 'ready', 'asleep', 'restarting', 'failed']),
      ...InstallationProgress,
    },
    { description: 'The state of the model itself, also while the built-in voice is the fallback.' },
  ),
  pull: Type.Optional(
    Type.Object(
      {
        variant: Type.Enum([...VARIANT_NAMES]),
        state: Type.Enum(['running', 'installed', 'failed']),
        loads: Type.Boolean({ description: 'Whether the service loads it once it is installed, without a restart.' }),
        ...InstallationProgress,
      },
      { description: 'The last installation that POST /v1/models/pull started.' },
    ),
  ),
  capacity: Type.Optional(EngineCapacity),
  engines: Type.Optional(
    Type.Array(
      Type.Object({
        url: Type.String(),
        state: Type.Enum(['connecting', 'ready', 'busy', 'failing', 'loading', 'different', 'unreachable']),
        ...Reason,
      }),
      { description: 'The services of --engine-url; absent without it.' },
    ),
  ),
  voice_library: Type.Optional(
    Type.Enum(['writable', 'read-only'], { description: 'Absent without --voice-library.' }),
  ),
  jobs: Type.Optional(Type.Literal(true, { description: 'It narrates in the background; absent without --jobs.' })),
  queue: Type.Object({
    waiting: Type.Integer({ description: 'Requests that wait for their first chunk.' }),
    running: Type.Integer({ description: 'Requests in progress.' }),
    limit: Type.Integer({ description: 'Most requests, waiting and running together.' }),
  }),
  ...Reason,
  progress: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  accounts_url: Type.Optional(Type.String({ description: 'The accounts page; absent without ACCOUNTS_URL.' })),
  version: Type.String(),
});
export type SpeechHealth = Static<typeof SpeechHealth>;

const Variant = Type.Enum([...VARIANT_NAMES], { description: 'The model variant.', examples: ['customvoice-0.6b'] });
const Bytes = (description: string) => Type.Integer({ minimum: 0, description });

/** Of an installation, and of a switch to another variant. */
export const ModelPullRequest = Type.Object({ variant: Variant }, { additionalProperties: true });

export const ModelPullAccepted = Type.Object({
  variant: Variant,
  loads: Type.Boolean({ description: 'Whether the service loads it once it is installed, without a restart.' }),
});

export const ModelLoadAccepted = Type.Object({ variant: Variant });

/** What installing a model takes, and what this machine has. */
export const ModelPullOffer = Type.Object({
  allowed: Type.Boolean({ description: 'Whether this client may POST here.' }),
  machine: Type.Object({
    cores: Type.Integer({ minimum: 1 }),
    memory_bytes: Bytes('Memory of the machine, or of the container where that has less.'),
    free_disk_bytes: Bytes('Free space where the models folder is.'),
    gpu: Type.Union([Type.String(), Type.Null()], { description: 'The first NVIDIA GPU, if any.' }),
  }),
  variants: Type.Array(
    Type.Object({
      variant: Variant,
      installed: Type.Boolean(),
      download_bytes: Bytes('Size of the download.'),
      disk_bytes: Bytes('Free disk space that it needs.'),
      memory_bytes: Bytes('About what the engine takes while it speaks.'),
    }),
  ),
});
export type ModelPullOffer = Static<typeof ModelPullOffer>;
