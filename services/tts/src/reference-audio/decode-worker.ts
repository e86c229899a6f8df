import { parentPort, workerData } from 'node:worker_threads';
import { decodeAudio } from './decode-audio.js';
import type { DecodeReply } from './decode-reference.js';
import { UnreadableAudio } from './recording-rules.js';

/** One decoder reports damage only here, possibly in an endless loop. */
console.error = () => {
  throw new UnreadableAudio('The audio data is damaged.');
};

async function decode(): Promise<DecodeReply> {
  try {
    return { kind: 'decoded', samples: await decodeAudio(workerData as Uint8Array) };
  } catch (error) {
    if (error instanceof UnreadableAudio) return { kind: 'rejected', reason: error.message, code: error.code };
    return { kind: 'rejected', reason: 'The audio file is damaged.', code: 'recording_unusable' };
  }
}

const reply = await decode();
parentPort?.postMessage(reply, reply.kind === 'decoded' ? [reply.samples.buffer as ArrayBuffer] : []);
