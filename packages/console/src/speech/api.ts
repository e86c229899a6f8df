import { readWav } from '@ownvoice/audio';
import type { CustomVoice, TextChunks, VoiceList } from '@ownvoice/shared/contract';
import { SPEECH_HEADERS } from '@ownvoice/shared/contract/speech-limits';
import { isAbort, RequestError, type RequestOptions, request } from '../http/request.js';
import { storedToken } from '../http/token-storage.js';
import { bodyOf, routeOf, type SpeechParameters } from './speech-parameters.js';

/** Generated audio and its metadata from the response headers. */
export interface SpeechResult {
  /** Mono in [-1, 1], at `SAMPLE_RATE`. */
  samples: Float32Array;
  engine: string;
  voice: string;
  isDoubtful: boolean;
  /** Duration of the request in seconds. */
  elapsed: number;
}

/**
 * Behind a gateway that has both services at one origin, the accounts page keeps the token that speech asks for; the service
 * alone asks for none.
 */
export const send = (path: string, options: RequestOptions): Promise<Response> =>
  request(path, { ...options, token: storedToken(Date.now())?.token });

export const sendJson = async <T>(path: string, options: RequestOptions): Promise<T> =>
  (await send(path, options)).json() as Promise<T>;

/** A pre-built voice, or one of the library. */
export type AnyVoice = VoiceList['voices'][number];

export const isCustom = (voice: AnyVoice): voice is CustomVoice => 'custom' in voice;

export const fetchVoices = async (signal: AbortSignal): Promise<AnyVoice[]> =>
  (await sendJson<VoiceList>('/v1/voices', { signal })).voices;

/** The request for the chunks in which the server generates a text, with a seed. */
export type ChunksQuery = ReturnType<typeof chunksQuery>;

export const chunksQuery = ({ input, language, speed, pronunciations = [], voice }: SpeechParameters) => ({
  input,
  ...(language !== '' && { language }),
  ...(voice.kind === 'preset' && { voice: voice.voice }),
  ...(pronunciations.length > 0 && { pronunciations }),
  speed,
  // That there is a seed decides how the text is cut; which one does not.
  seed: 0,
});

/** The server estimates the speech at speed 1; its pauses are those of the request. */
export const atSpeed = (text: TextChunks, speed: number): TextChunks => ({
  ...text,
  chunks: text.chunks.map((chunk) => ({ ...chunk, estimated_seconds: chunk.estimated_seconds / speed })),
});

/** The chunks of a text, with their lengths at its speed. */
export const fetchChunks = async (query: ChunksQuery, signal: AbortSignal): Promise<TextChunks> =>
  atSpeed(await sendJson('/v1/text/chunks', { method: 'POST', body: query, signal }), query.speed);

/** Generates speech. Aborting stops the computation on the server as well. */
export async function generateSpeech(parameters: SpeechParameters, signal: AbortSignal): Promise<SpeechResult> {
  const startedAt = performance.now();
  const options = { method: 'POST', body: bodyOf(parameters), signal } as const;
  const response = await send(routeOf(parameters.voice), options);
  // The connection may break while the audio is sent.
  const audio = await response.arrayBuffer().catch((error: unknown) => {
    throw isAbort(error) ? error : new RequestError('', 0, '');
  });
  const { samples } = readWav(new Uint8Array(audio));
  const { headers } = response;
  return {
    samples,
    engine: headers.get(SPEECH_HEADERS.engine) ?? '',
    voice: decodeURIComponent(headers.get(SPEECH_HEADERS.voice) ?? ''),
    isDoubtful: headers.has(SPEECH_HEADERS.chunksDoubtful),
    elapsed: (performance.now() - startedAt) / 1_000,
  };
}
