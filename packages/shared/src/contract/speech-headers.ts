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
