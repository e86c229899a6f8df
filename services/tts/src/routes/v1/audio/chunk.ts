import { encodeWav, wavBytes } from '@ownvoice/audio';
import { ApiError } from '@ownvoice/shared';
import { SPEECH_HEADERS } from '@ownvoice/shared/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SAMPLE_RATE, type SynthesisJob, speechSeconds } from '../../../engines/engine.js';
import { ChunkOrder, readChunkHeader } from '../../../engines/remote/chunk-header.js';
import { apiError } from '../../../errors.js';
import { languageLabel, type SpeechRequest, voiceLabel } from '../../../synthesis/speech-request.js';

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
  const { buffer, byteOffset, byteLength } = samples;
  const header = [...encodeWav([], samples.length, SAMPLE_RATE)];
  return reply.send(Buffer.concat([...header, new Uint8Array(buffer, byteOffset, byteLength)]));
}
