import type { SpeechHealth, TextChunks, VoiceList } from '@ownvoice/shared/contract';
import { request } from '../http/request.js';
import { bodyOf, type Job, routeOf } from './job.js';
import { text } from './text.js';

/** Audio as the server made it, with what its headers say about it. */
export interface Speech {
  audio: Blob;
  engine: string;
  voice: string;
  language: string;
  /** Length of the audio in seconds. */
  seconds: number;
  chunks: number;
  /** Chunks that failed, counted from one. */
  skipped: number[];
  /** How long the request took, in seconds. */
  wall: number;
}

export async function health(signal: AbortSignal): Promise<SpeechHealth> {
  return (await request('/health', { signal }, text.failures)).json() as Promise<SpeechHealth>;
}

export async function voices(signal: AbortSignal): Promise<VoiceList> {
  return (await request('/v1/voices', { signal }, text.failures)).json() as Promise<VoiceList>;
}

export async function chunks(
  question: { input: string; language: string; voice: string },
  signal: AbortSignal,
): Promise<TextChunks> {
  const { input, language, voice } = question;
  const body = { input, ...(language === '' ? {} : { language }), ...(voice === '' ? {} : { voice }) };
  return (
    await request('/v1/text/chunks', { method: 'POST', body, signal }, text.failures)
  ).json() as Promise<TextChunks>;
}

/** Speaks. Aborting ends the computation on the server, too. */
export async function speak(job: Job, signal: AbortSignal): Promise<Speech> {
  const began = performance.now();
  const { headers, ...response } = await audioOf(job, signal);
  const list = headers.get('x-tts-chunks-skipped') ?? '';
  return {
    ...response,
    engine: headers.get('x-tts-engine') ?? '',
    voice: headers.get('x-tts-voice') ?? '',
    language: headers.get('x-tts-language') ?? '',
    seconds: Number(headers.get('x-tts-audio-seconds') ?? 0),
    chunks: Number(headers.get('x-tts-chunks') ?? 1),
    skipped: list === '' ? [] : list.split(',').map((index) => Number(index) + 1),
    wall: (performance.now() - began) / 1_000,
  };
}

async function audioOf(job: Job, signal: AbortSignal): Promise<{ audio: Blob; headers: Headers }> {
  const options = { method: 'POST', body: bodyOf(job), signal } as const;
  const response = await request(routeOf(job.speaker), options, text.failures);
  return { audio: await response.blob(), headers: response.headers };
}
