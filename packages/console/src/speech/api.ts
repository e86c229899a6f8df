import type { SpeechHealth, TextChunks, VoiceList } from '@ownvoice/shared/contract';
import { type RequestOptions, request } from '../http/request.js';
import { storedToken } from '../http/token-storage.js';
import { bodyOf, routeOf, type SpeechParameters } from './speech-parameters.js';

/** Generated audio and its metadata from the response headers. */
export interface SpeechResult {
  audio: Blob;
  engine: string;
  voice: string;
  language: string;
  /** Length of the audio in seconds. */
  seconds: number;
  /** Failed chunks, counted from one. */
  skippedChunks: number[];
  /** Duration of the request in seconds. */
  elapsed: number;
}

/**
 * Behind a gateway that has both services at one origin, the accounts page keeps the token that speech asks for; the service
 * alone asks for none.
 */
const send = (path: string, options: RequestOptions): Promise<Response> =>
  request(path, { ...options, token: storedToken(Date.now())?.token });

export async function fetchHealth(signal: AbortSignal): Promise<SpeechHealth> {
  // Beside the page, which a gateway has below a prefix.
  return (await send('health', { signal })).json() as Promise<SpeechHealth>;
}

export async function fetchVoices(signal: AbortSignal): Promise<VoiceList> {
  return (await send('/v1/voices', { signal })).json() as Promise<VoiceList>;
}

export async function fetchChunks(
  { input, language, voice }: { input: string; language: string; voice: string },
  signal: AbortSignal,
): Promise<TextChunks> {
  const body = { input, ...(language === '' ? {} : { language }), ...(voice === '' ? {} : { voice }) };
  return (await send('/v1/text/chunks', { method: 'POST', body, signal })).json() as Promise<TextChunks>;
}

/** Generates speech. Aborting stops the computation on the server as well. */
export async function generateSpeech(parameters: SpeechParameters, signal: AbortSignal): Promise<SpeechResult> {
  const startedAt = performance.now();
  const options = { method: 'POST', body: bodyOf(parameters), signal } as const;
  const response = await send(routeOf(parameters.voice), options);
  const audio = await response.blob();
  const { headers } = response;
  const skipped = headers.get('x-tts-chunks-skipped') ?? '';
  return {
    audio,
    engine: headers.get('x-tts-engine') ?? '',
    voice: headers.get('x-tts-voice') ?? '',
    language: headers.get('x-tts-language') ?? '',
    seconds: Number(headers.get('x-tts-audio-seconds') ?? 0),
    skippedChunks: skipped === '' ? [] : skipped.split(',').map((index) => Number(index) + 1),
    elapsed: (performance.now() - startedAt) / 1_000,
  };
}
