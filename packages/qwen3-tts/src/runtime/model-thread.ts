/** Entry of a model's thread: loads the model, then speaks. Started by `ModelWorker`. */
import { parentPort, workerData } from 'node:worker_threads';
import type { FromModelThread, ToModelThread } from './model-worker.js';
import { type LoadOptions, loadModel } from './speech-model.js';

const port = parentPort!;
const send = (message: FromModelThread) => port.postMessage(message);
const failure = (error: unknown) =>
  error instanceof Error ? { name: error.name, message: error.message } : { name: 'Error', message: String(error) };

try {
  const model = await loadModel(workerData as LoadOptions);
  const cancellations = new Map<number, AbortController>();
  const work = (message: Extract<ToModelThread, { kind: 'encode' | 'synthesize' }>, signal: AbortSignal) => {
    if (message.kind === 'encode') return model.encodeReference(message.samples, { ...message.options, signal });
    const { id, input, options } = message;
    return model.synthesize(input, { ...options, signal, onAudio: (samples) => send({ kind: 'audio', id, samples }) });
  };
  port.on('message', async (message: ToModelThread) => {
    if (message.kind === 'close') {
      await model.close();
      return port.close();
    }
    const { id } = message;
    if (message.kind === 'cancel') return cancellations.get(id)?.abort();
    const cancellation = new AbortController();
    cancellations.set(id, cancellation);
    await work(message, cancellation.signal).then(
      (value) => send({ kind: 'done', id, value }),
      (error: unknown) => send({ kind: 'failed', id, error: failure(error) }),
    );
    cancellations.delete(id);
  });
  send({ kind: 'ready', info: model.info });
} catch (error) {
  send({ kind: 'unusable', error: failure(error) });
}
