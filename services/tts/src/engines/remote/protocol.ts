import { packSpeech, readWav, readWavHeader } from '@ownvoice/audio';
import type { Voice } from '@ownvoice/shared/contract';
import {
  type EncodedVoice,
  type EngineCapabilities,
  type ReferenceAudio,
  SAMPLE_RATE,
  type SpokenChunk,
  type SynthesisJob,
} from '../engine.js';
import { type Answer, type Exchange, ExchangeError } from './exchange.js';

/** What a service is found to be, or why it takes nothing now. */
export type ServiceReport =
  | { readonly state: 'ready'; readonly capabilities: EngineCapabilities; readonly voices?: readonly Voice[] }
  | { readonly state: 'loading' | 'different' | 'unreachable'; readonly reason: string };

/** How services of one kind are spoken to. */
export interface EngineProtocol {
  /** @throws ExchangeError */
  report(exchange: Exchange, signal: AbortSignal): Promise<ServiceReport>;
  /** @throws ExchangeError; EngineError `failed` or `unsupported` for what no other service of its kind would do either */
  synthesize(exchange: Exchange, job: SynthesisJob, signal: AbortSignal, onStart: () => void): Promise<SpokenChunk>;
  /** @throws as `synthesize` does */
  encode(exchange: Exchange, reference: ReferenceAudio, signal: AbortSignal): Promise<EncodedVoice>;
}

/** Five minutes of speech: a chunk of 500 characters at the lowest speed. */
export const MAX_AUDIO_BYTES = 16_000_000;
export const MAX_JSON_BYTES = 1_000_000;

/** The samples of a WAV file of one chunk. @throws ExchangeError */
export function chunkOf({ body }: Answer): SpokenChunk {
  try {
    const { sampleRate, isTruncated } = readWavHeader(body);
    if (sampleRate !== SAMPLE_RATE) throw new Error(`The audio has ${sampleRate} Hz.`);
    if (isTruncated) throw new Error('The audio is cut off.');
    const speech = packSpeech(readWav(body).samples, SAMPLE_RATE);
    if (!speech) throw new Error('The audio is silent.');
    return { speech };
  } catch (error) {
    throw new ExchangeError('unusable', error instanceof Error ? error.message : String(error));
  }
}
