/** The model identifiers of requests. */
export const SPEECH_MODELS = [
  'engine-tts',
  'engine-tts-customvoice',
  'engine-tts-voicedesign',
  'engine-tts-clone',
] as const;
export type SpeechModel = (typeof SPEECH_MODELS)[number];

/** Identifiers that stock clients of the common speech API send; each means `engine-tts`. */
export const SPEECH_MODEL_ALIASES = ['tts-1', 'tts-1-hd', 'gpt-4o-mini-tts'] as const;

/** The model variants a server can load, in the order of the options table. */
export const MODEL_VARIANTS = [
  'customvoice-1.7b',
  'customvoice-0.6b',
  'voicedesign-1.7b',
  'base-1.7b',
  'base-0.6b',
] as const;
export type ModelVariant = (typeof MODEL_VARIANTS)[number];
