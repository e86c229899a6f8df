import { encodeWav, wavBytes } from '@ownvoice/audio';
import { ApiError, errorResponses, withHeaders } from '@ownvoice/shared';
import { codeOfStatus, type FormatPolicy, SPEECH_HEADERS } from '@ownvoice/shared/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { bytesOf, SAMPLE_RATE, type SynthesisJob, speechSeconds } from '../../../engines/engine.js';
import { ChunkOrder, readChunkHeader } from '../../../engines/remote/wire-format.js';
import { apiError } from '../../../errors.js';
import { languageLabel, type SpeechRequest, voiceLabel, voicesOf } from '../../../synthesis/speech-request.js';
import type { Speech } from '../../../synthesis/synthesizer.js';
import { findModel } from '../../../voices/voices.js';

/** How often a chunk that waits says so. */
const WAITING_MS = 5_000;

/** @throws ApiError 400 */
function jobOf({ input, asItIs, language, voice, speed, seed }: SpeechRequest, header: string): SynthesisJob {
  const order = readChunkHeader(ChunkOrder, header);
  if (!order)
    throw ApiError.invalid([
      { field: SPEECH_HEADERS.chunk, code: 'wrong_type', parameters: { type: 'the JSON of a chunk' } },
    ]);
  // Its length is bounded then.
  if (!asItIs) throw ApiError.invalid([{ field: 'preprocess', code: 'not_equal', parameters: { value: 'false' } }]);
  if (seed === undefined) throw ApiError.invalid([{ field: 'seed', code: 'required' }]);
  if (voice.kind === 'library') throw apiError('unsupported');
  return { ...order, text: input, language: languageLabel(language), voice, speed, seed: seed >>> 0 };
}

/**
 * Answers a service that cuts and joins texts by itself with the samples of one chunk as the engine made them. An informational
 * response says when the engine starts on it, from where the chunk's 30 s count, and that it still waits.
 *
 * @throws ApiError 400 `nothing_to_speak` when nothing is audible; 409, 429, 500 or 503
 */
export async function sendChunk(
  http: FastifyRequest,
  reply: FastifyReply,
  request: SpeechRequest,
): Promise<FastifyReply> {
  const job = jobOf(request, String(http.headers[SPEECH_HEADERS.chunk]));
  http.logFields = { ...http.logFields, voice: voiceLabel(job.voice), characters: [...job.text].length };
  const tell = () => reply.raw.writeProcessing();
  const waiting = setInterval(tell, WAITING_MS);
  const onStart = () => {
    clearInterval(waiting);
    tell();
  };
  const client = http.server.clientOf(http);
  const speaking = http.server.synthesizer.speakChunk(job, reply.abandoned(), { client, onStart });
  const chunk = await speaking.finally(() => clearInterval(waiting));
  const { speech, doubt } = chunk;
  if (!speech) throw ApiError.invalid([{ field: 'input', code: 'nothing_to_pronounce' }], 'nothing_to_speak');
  const { samples, ...measures } = speech;
  reply.headers({
    'content-type': 'audio/wav',
    'content-length': wavBytes(samples.length),
    [SPEECH_HEADERS.chunk]: JSON.stringify({ ...measures, doubt }),
    [SPEECH_HEADERS.audioSeconds]: speechSeconds(chunk).toFixed(3),
  });
  return reply.send(Buffer.concat([...encodeWav([], samples.length, SAMPLE_RATE), bytesOf(samples)]));
}

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
export const audioResponses = <const S extends number>(formats: FormatPolicy, ...statuses: S[]) => ({
  200: formats === 'lenient' ? { ...Wav, content: { ...Wav.content, 'audio/pcm': Wav.content['audio/wav'] } } : Wav,
  ...speechErrors(...statuses),
});

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
