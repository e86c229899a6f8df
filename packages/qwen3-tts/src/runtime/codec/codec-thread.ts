/** Entry of the codec's thread: loads the codec, then decodes, one call after the other. Started by {@link CodecThread}. */
import { workerData } from 'node:worker_threads';
import { ModelError, messageOf } from '../../errors.js';
import { serve } from '../../worker-thread.js';
import { CodecSession, type CodecSource } from './codec-session.js';
import type { DecodeCall } from './codec-thread-client.js';

await serve<DecodeCall>(async () => {
  const codec = await CodecSession.open(workerData as CodecSource);
  let previous: Promise<unknown> = Promise.resolve();
  return {
    work: (call) => {
      const decoded = previous
        .then(() => codec.decode(...call))
        .catch((error: unknown) => {
          throw new ModelError(`The codec failed: ${messageOf(error)}`);
        });
      previous = decoded.catch(() => {});
      return decoded;
    },
    close: () => previous.then(() => codec.close()),
  };
});
