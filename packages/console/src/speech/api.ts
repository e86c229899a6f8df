import { readWav } from '@ownvoice/audio';
import type {
  CustomVoice,
  ModelPullOffer,
  Pronunciation,
  SpeechHealth,
  TextChunks,
  VoiceList,
} from '@ownvoice/shared/contract';
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

export async function fetchHealth(signal: AbortSignal): Promise<SpeechHealth> {
  // Relative to the page, which a gateway has below a prefix.
  return (await send('health', { signal })).json() as Promise<SpeechHealth>;
}

/** What installing a model takes, and what the machine has. */
export async function fetchModelOffer(signal: AbortSignal): Promise<ModelPullOffer> {
  return (await send('/v1/models/pull', { signal })).json() as Promise<ModelPullOffer>;
}

/** Installs a model, or switches to an installed one; `/health` has the progress. */
export async function requestModel(action: 'pull' | 'load', variant: string): Promise<void> {
  await send(`/v1/models/${action}`, { method: 'POST', body: { variant } });
}

export async function cancelInstallation(): Promise<void> {
  await send('/v1/models/pull', { method: 'DELETE' });
}

/** A pre-built voice, or one of the library. */
export type AnyVoice = VoiceList['voices'][number];

export const isCustom = (voice: AnyVoice): voice is CustomVoice => 'custom' in voice;

export async function fetchVoices(signal: AbortSignal): Promise<AnyVoice[]> {
  return ((await (await send('/v1/voices', { signal })).json()) as VoiceList).voices;
}

/** What decides how a text is cut, and how long the pauses between its chunks are. */
export interface ChunksQuery {
  input: string;
  /** '' to detect it. */
  language: string;
  /** '' for a voice without a language of its own. */
  voice: string;
  speed: number;
  pronunciations?: readonly Pronunciation[] | undefined;
}

/** The server estimates the speech at speed 1; its pauses are those of the request. */
export const atSpeed = (text: TextChunks, speed: number): TextChunks => ({
  ...text,
  chunks: text.chunks.map((chunk) => ({ ...chunk, estimated_seconds: chunk.estimated_seconds / speed })),
});

/** The chunks in which the server generates the text of a request with a seed, with their lengths at its speed. */
export async function fetchChunks(
  { input, language, voice, speed, pronunciations = [] }: ChunksQuery,
  signal: AbortSignal,
): Promise<TextChunks> {
  const body = {
    input,
    ...(language === '' ? {} : { language }),
    ...(voice === '' ? {} : { voice }),
    ...(pronunciations.length === 0 ? {} : { pronunciations }),
    speed,
    // That there is a seed decides how the text is cut; which one does not.
    seed: 0,
  };
  const response = await send('/v1/text/chunks', { method: 'POST', body, signal });
  return atSpeed((await response.json()) as TextChunks, speed);
}

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
