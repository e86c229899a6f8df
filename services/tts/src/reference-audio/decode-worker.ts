import { parentPort, workerData } from 'node:worker_threads';
import { decodeAudio } from './decode-audio.js';
import type { DecodeAnswer } from './decode-reference.js';
import { UnreadableAudio } from './unreadable-audio.js';

/** One decoder reports damage only here, and can do so without end. */
console.error = () => {
  throw new UnreadableAudio('The audio data is damaged.');
};

async function answer(): Promise<DecodeAnswer> {
  try {
    return { kind: 'decoded', reference: await decodeAudio(workerData as Uint8Array) };
  } catch (error) {
    if (error instanceof UnreadableAudio) return { kind: 'refused', reason: error.message };
    return { kind: 'refused', reason: 'The audio file is damaged.' };
  }
}

const result = await answer();
parentPort?.postMessage(result, result.kind === 'decoded' ? [result.reference.samples.buffer as ArrayBuffer] : []);
