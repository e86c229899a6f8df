import type { SpeechHealth, TextChunks, VoiceList } from '@ownvoice/shared/contract';
import { request } from '../http/request.js';
import { bodyOf, routeOf, type SpeechParameters } from './speech-parameters.js';
import { text } from './text.js';

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

export async function fetchHealth(signal: AbortSignal): Promise<SpeechHealth> {
  return (await request('/health', { signal }, text.errors)).json() as Promise<SpeechHealth>;
}

export async function fetchVoices(signal: AbortSignal): Promise<VoiceList> {
  return (await request('/v1/voices', { signal }, text.errors)).json() as Promise<VoiceList>;
}

export async function fetchChunks(
  { input, language, voice }: { input: string; language: string; voice: string },
  signal: AbortSignal,
): Promise<TextChunks> {
  const body = { input, ...(language === '' ? {} : { language }), ...(voice === '' ? {} : { voice }) };
  return (
    await request('/v1/text/chunks', { method: 'POST', body, signal }, text.errors)
  ).json() as Promise<TextChunks>;
}

/** Generates speech. Aborting stops the computation on the server as well. */
export async function generateSpeech(parameters: SpeechParameters, signal: AbortSignal): Promise<SpeechResult> {
  const startedAt = performance.now();
  const options = { method: 'POST', body: bodyOf(parameters), signal } as const;
  const response = await request(routeOf(parameters.voice), options, text.errors);
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
