import { errorResponses, withHeaders } from '@ownvoice/shared';
import { codeOfStatus, SPEECH_HEADERS } from '@ownvoice/shared/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type SpeechRequest, voiceLabel, voicesOf } from '../../../synthesis/speech-request.js';
import type { Speech } from '../../../synthesis/synthesizer.js';
import { findModel } from '../../../voices/models.js';
import { sendChunk } from './chunk.js';

const text = (description: string) => ({ type: 'string', description });

const Wav = {
  description: 'A complete WAV file: PCM, 16-bit mono, 24,000 Hz.',
  content: { 'audio/wav': { schema: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) } },
  headers: {
    'X-TTS-Engine': text('qwen3-tts, builtin or remote.'),
    'X-TTS-Voice': text('Id of the voice, of several in the order in which they speak, or `designed` or `cloned`.'),
    'X-TTS-Language': text('The language spoken, by its English name.'),
    'X-TTS-Language-Detected': text('ISO 639-1 code, when auto finds none of the ten languages; absent otherwise.'),
    'X-TTS-Audio-Seconds': text('How long the audio plays.'),
    'X-TTS-Chunks': text('Number of chunks that the text was cut into.'),
    'X-TTS-Chunk-Starts': text(
      'Seconds at which each chunk begins in the audio, separated by commas; a missing chunk begins where the next one does.',
    ),
    'X-TTS-Chunks-Skipped': text('Indexes of the chunks that failed and are missing, from 0; absent when none.'),
    'X-TTS-Chunks-Doubtful': text(
      'Indexes of the chunks whose end was cut off, that were generated again, or that came short; absent when none.',
    ),
    'X-TTS-Model': text('The model that spoke, when `--formats lenient` took an unknown one for it; absent otherwise.'),
    'X-TTS-Reference': text('Of an uploaded recording the seconds that were cloned: `0.350-11.980`.'),
    'X-TTS-Ignored': text(
      '`instruct` when the model takes no instructions, `seed` when the engine has none, separated by commas; absent otherwise.',
    ),
    'Server-Timing': text('Durations of text, queue, synthesis and join.'),
  },
};

/** The codes of the statuses that have several. */
const CODES: Readonly<Record<number, readonly string[]>> = {
  400: [
    'invalid_input',
    'nothing_to_speak',
    'text_too_long',
    'recording_silent',
    'recording_overdriven',
    'recording_unusable',
    'transcript_mismatch',
  ],
  403: ['forbidden', 'library_read_only'],
  409: ['conflict', 'model_required', 'voice_of_other_model', 'name_taken', 'library_read_only'],
  429: ['rate_limited', 'queue_full'],
  500: ['internal_error', 'every_chunk_failed', 'recording_unusable', 'sample_unfinished'],
};

/** The error responses of a route that speaks: these statuses, and that no engine is ready. */
export const speechErrors = <const S extends number>(...statuses: S[]) => ({
  ...errorResponses(
    ...[...statuses, 500].map((status) => [status, ...(CODES[status] ?? [codeOfStatus(status)])] as const),
  ),
  503: withHeaders(errorResponses(503)[503], {
    'X-Should-Retry': '`false`, only when waiting does not help. Official clients obey it.',
  }),
});

/** The responses of an audio route: the file, and the one error body for each of these statuses. */
export const audioResponses = <const S extends number>(...statuses: S[]) => ({
  200: Wav,
  ...speechErrors(...statuses),
});

/** What the log line of the request says about its speech. */
const loggedOf = ({ engine, language, chunkStarts, skipped, doubtful, audioSeconds, timings }: Speech) => ({
  engine,
  language,
  chunks: chunkStarts.length,
  skipped: skipped.length,
  doubtful: doubtful.length,
  audio_seconds: Math.round(audioSeconds * 1_000) / 1_000,
  queue_ms: Math.round(timings.queue),
  synthesis_ms: Math.round(timings.synthesis),
});

/** Every request that the built-in voice answers is a line of the log. */
export function warnOfFallback(http: FastifyRequest, { isBuiltIn }: Pick<Speech, 'isBuiltIn'>): void {
  if (!isBuiltIn) return;
  const { variant, model } = http.server.engines.state;
  http.log.warn({ variant, model: model.state.kind }, 'answered by the built-in voice');
}

/**
 * Synthesises a request and answers with the file, described by headers.
 * @param model the identifier that the client sent
 */
export async function sendSpeech(
  http: FastifyRequest,
  reply: FastifyReply,
  request: SpeechRequest,
  model: string | null | undefined,
): Promise<FastifyReply> {
  if (http.headers[SPEECH_HEADERS.chunk] !== undefined) return sendChunk(http, reply, request);
  const asked = { voice: voiceLabel(request.voice), characters: [...request.input].length };
  const logged = { ...http.logFields, ...asked };
  http.logFields = logged;
  const speech = await http.server.synthesizer.speak(request, reply.abandoned(), http.server.clientOf(http));
  http.logFields = { ...logged, ...loggedOf(speech) };
  warnOfFallback(http, speech);
  reply.headers({
    ...(model != null && findModel(model) === undefined && { [SPEECH_HEADERS.model]: 'engine-tts' }),
    'content-type': request.format === 'pcm' ? 'audio/pcm' : 'audio/wav',
    'content-length': speech.bytes,
    [SPEECH_HEADERS.engine]: speech.engine,
    [SPEECH_HEADERS.voice]: [...new Set(voicesOf(request, speech.text).map(voiceLabel))].join(','),
    [SPEECH_HEADERS.language]: speech.language,
    [SPEECH_HEADERS.audioSeconds]: speech.audioSeconds.toFixed(3),
    [SPEECH_HEADERS.chunks]: speech.chunkStarts.length,
    [SPEECH_HEADERS.chunkStarts]: speech.chunkStarts.map((seconds) => seconds.toFixed(3)).join(','),
    'server-timing': Object.entries(speech.timings)
      .map(([name, duration]) => `${name};dur=${duration.toFixed(1)}`)
      .join(', '),
  });
  if (speech.detectedLanguage !== undefined) reply.header(SPEECH_HEADERS.languageDetected, speech.detectedLanguage);
  if (speech.skipped.length > 0) reply.header(SPEECH_HEADERS.chunksSkipped, speech.skipped.join(','));
  if (speech.doubtful.length > 0) reply.header(SPEECH_HEADERS.chunksDoubtful, speech.doubtful.join(','));
  if (speech.ignored.length > 0) reply.header(SPEECH_HEADERS.ignored, speech.ignored.join(','));
  return reply.send(speech.audio);
}
