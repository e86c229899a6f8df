/** Longest text of one request, in Unicode code points. */
export const MAX_INPUT_CHARACTERS = 10_000;
/** Longest chunk, in Unicode code points. */
export const MAX_CHUNK_CHARACTERS = 500;
/** Longest style, description of a voice, and transcript of a recording, in Unicode code points. */
export const MAX_INSTRUCTION_CHARACTERS = 2_000;
/** Slowest and fastest speaking rate, relative to the voice's own. */
export const MIN_SPEED = 0.25;
export const MAX_SPEED = 4;
/** Reference audio of a clone: shortest and longest, in seconds, and largest upload, in bytes. */
export const MIN_REFERENCE_SECONDS = 3;
export const MAX_REFERENCE_SECONDS = 60;
export const MAX_REFERENCE_BYTES = 25 * 1024 * 1024;
/** Pauses that a text asks for, in seconds: a shorter or longer one has the nearest of these lengths. */
export const MIN_PAUSE_SECONDS = 0.1;
export const MAX_PAUSE_SECONDS = 10;
/** All pauses of one text together. */
export const MAX_PAUSES_SECONDS = 300;
/** More chunks no text has; a body has at most 1,000 keys and entries. */
export const MAX_CHUNKS = 900;
/** Pronunciations of one request, their lengths, and that of the text that they make, in Unicode code points. */
export const MAX_PRONUNCIATIONS = 100;
export const MAX_PRONOUNCED_CHARACTERS = 100;
export const MAX_SAY_CHARACTERS = 200;
export const MAX_SPOKEN_CHARACTERS = 20_000;
/** Name of a voice in the library, in Unicode code points. */
export const MAX_VOICE_NAME_CHARACTERS = 64;
/** Texts of one narration, all and each, in Unicode code points, and how many there may be. */
export const MAX_JOB_CHARACTERS = 2_000_000;
export const MAX_PART_CHARACTERS = 500_000;
export const MAX_PARTS = 1_000;
/** Narrations that have not ended, all together. */
export const MAX_JOBS = 100;
/** Title of a narration or a part, in Unicode code points. */
export const MAX_TITLE_CHARACTERS = 200;

/** Response headers of the three audio routes, in lower case. */
export const SPEECH_HEADERS = {
  engine: 'x-tts-engine',
  voice: 'x-tts-voice',
  language: 'x-tts-language',
  languageDetected: 'x-tts-language-detected',
  audioSeconds: 'x-tts-audio-seconds',
  chunks: 'x-tts-chunks',
  chunkStarts: 'x-tts-chunk-starts',
  chunksSkipped: 'x-tts-chunks-skipped',
  chunksDoubtful: 'x-tts-chunks-doubtful',
  reference: 'x-tts-reference',
  model: 'x-tts-model',
  ignored: 'x-tts-ignored',
  /** Of one chunk between two speech services: how to speak it, and what is known of its samples; JSON. */
  chunk: 'x-tts-chunk',
} as const;
