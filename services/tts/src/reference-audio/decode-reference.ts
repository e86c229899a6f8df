import { Worker } from 'node:worker_threads';
import { builtEntry } from '@ownvoice/shared/built-entry';
import { UnreadableAudio } from './recording-rules.js';

export type DecodeReply =
  | { readonly kind: 'decoded'; readonly samples: Float32Array }
  | { readonly kind: 'rejected'; readonly reason: string; readonly code: string };

/** The longest allowed file takes about a second. */
const TIME_LIMIT_MS = 20_000;
const MEMORY_LIMIT_MB = 256;

/**
 * Decodes an uploaded recording of a voice. It is decoded in its own thread with limits on time and memory, because the
 * decoders are synchronous and the file may be hostile.
 *
 * @param bytes the file; the thread gets a copy
 * @param signal ends the decoding
 * @returns mono, 24 kHz, 3 to 60 seconds
 * @throws UnreadableAudio when the file cannot be used
 * @throws the signal's reason when it fires
 */
export function decodeReference(bytes: Uint8Array, signal?: AbortSignal): Promise<Float32Array> {
  if (signal?.aborted) return Promise.reject(signal.reason);
  const copy = new Uint8Array(bytes);
  const worker = new Worker(builtEntry(import.meta.url, './decode-worker.js'), {
    workerData: copy,
    transferList: [copy.buffer],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
    env: {},
    execArgv: [],
  });
  return new Promise<Float32Array>((resolve, reject) => {
    const timer = setTimeout(() => reject(new UnreadableAudio('The audio takes too long to decode.')), TIME_LIMIT_MS);
    const onAbort = () => reject(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    worker.once('message', (reply: DecodeReply) => {
      if (reply.kind === 'decoded') resolve(reply.samples);
      else reject(new UnreadableAudio(reply.reason, { code: reply.code }));
    });
    worker.once('error', (error) => reject(new UnreadableAudio('The audio file cannot be decoded.', { cause: error })));
    worker.once('exit', () => reject(new UnreadableAudio('The audio file cannot be decoded.')));
    worker.once('exit', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    });
  }).finally(() => void worker.terminate());
}
