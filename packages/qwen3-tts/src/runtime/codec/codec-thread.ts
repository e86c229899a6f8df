/** Entry of the codec's thread: loads the codec, then decodes. Started by {@link CodecThread}. */
import { parentPort, workerData } from 'node:worker_threads';
import { CodecSession, type CodecSource } from './codec-session.js';
import type { FromCodecThread, ToCodecThread } from './codec-thread-client.js';

const port = parentPort!;
const send = (message: FromCodecThread) => port.postMessage(message);
const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error));

try {
  const codec = await CodecSession.open(workerData as CodecSource);
  let previous: Promise<void> = Promise.resolve();
  port.on('message', (message: ToCodecThread) => {
    previous = previous.then(async () => {
      if (message.kind === 'close') {
        await codec.close();
        return port.close();
      }
      const { id, codes, frames, state, last } = message;
      await codec.decode(codes, frames, state, last).then(
        (decoded) => send({ kind: 'decoded', id, ...decoded }),
        (error: unknown) => send({ kind: 'failed', id, reason: sentence(error) }),
      );
    });
  });
  send({ kind: 'ready' });
} catch (error) {
  send({ kind: 'unusable', reason: sentence(error) });
}
