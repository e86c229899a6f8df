import { type PcmSpeech, packSpeech } from '@ownvoice/audio';
import { RequestError } from '../http/request.js';
import { generateSpeech } from './api.js';
import { type Clip, type ClipChunk, withSpeech, withState } from './clip.js';
import type { SpeechParameters } from './speech-parameters.js';
import { SAMPLE_RATE } from './track.js';

/** Requests at a time: the model computes them in one batch, which is faster than real time where one alone is not. */
const IN_FLIGHT = 3;
/** Failures in a row after which the other chunks are not tried. */
const MAX_FAILURES = 3;
/** The request can be repeated after the time in `Retry-After`: the queue is full, or the model is loading. */
const REPEATABLE = [429, 503];
/** Only this chunk cannot be generated: the voice cannot pronounce it, or the engine failed. */
const ABOUT_THE_CHUNK = [400, 500];

const SILENCE: PcmSpeech = { samples: new Int16Array(0), peak: 0, level: 0, silentBefore: 0, silentAfter: 0 };

export interface Wait {
  seconds: number;
  /** Why the server asks to wait. */
  error: RequestError;
}

export interface ChunkEvents {
  onChange(change: (clip: Clip) => Clip): void;
  /** The server asks to wait. */
  onWait(wait: Wait): void;
  /** The chunk that is listened to: it and those after it are generated first. */
  heardChunk(): number;
}

/**
 * Generates chunks of a clip, a few at a time. A chunk that fails is skipped.
 * @param signal stops the page and the server; the caller aborts it when this throws
 * @throws {RequestError} when the server rejects the request, when no chunk is ready at the end, or after three failures in a row
 */
export async function generateChunks(
  { parameters, chunks }: Clip,
  indexes: readonly number[],
  signal: AbortSignal,
  { onChange, onWait, heardChunk }: ChunkEvents,
): Promise<void> {
  const left = new Set(indexes);
  let failures = 0;
  let readyChunks = 0;
  let lastFailure: RequestError | undefined;

  const take = (): number | undefined => {
    const heard = heardChunk();
    const index = [...left].find((one) => one >= heard) ?? [...left][0];
    if (index !== undefined) left.delete(index);
    return index;
  };
  const generate = async (index: number) => {
    onChange((clip) => withState(clip, index, { kind: 'generating' }));
    try {
      const speech = await repeated(() => generateSpeech(ofChunk(parameters, chunks[index]), signal), signal, onWait);
      const audio = packSpeech(speech.samples, SAMPLE_RATE) ?? SILENCE;
      onChange((clip) => withSpeech(clip, index, audio, speech));
      failures = 0;
      readyChunks++;
    } catch (error) {
      if (!(error instanceof RequestError && ABOUT_THE_CHUNK.includes(error.status))) throw error;
      const { code, message } = error;
      onChange((clip) => withState(clip, index, { kind: 'skipped', code, message }));
      lastFailure = error;
      if (++failures >= MAX_FAILURES) throw error;
    }
  };
  const worker = async () => {
    for (let index = take(); index !== undefined; index = take()) await generate(index);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  if (readyChunks === 0 && lastFailure !== undefined) throw lastFailure;
}

/** The request for one chunk, by the voice of its tag. */
function ofChunk(parameters: SpeechParameters, { text = '', voice }: Partial<ClipChunk> = {}): SpeechParameters {
  const own = parameters.voice;
  const spoken = voice !== undefined && own.kind === 'preset' ? { ...own, voice } : own;
  return { ...parameters, input: text, voice: spoken };
}

/** Sends a request until the server has a place for it. */
async function repeated<T>(send: () => Promise<T>, signal: AbortSignal, onWait: (wait: Wait) => void): Promise<T> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof RequestError && REPEATABLE.includes(error.status))) throw error;
      const { retryAfterSeconds: seconds } = error;
      if (seconds === undefined) throw error;
      onWait({ seconds, error });
      await delay(seconds * 1_000, signal);
    }
  }
}

function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
