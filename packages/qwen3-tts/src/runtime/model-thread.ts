/** Entry of a model's thread: loads the model, then speaks. Started by `ModelWorker`. */
import { workerData } from 'node:worker_threads';
import { serve } from '../worker-thread.js';
import type { ModelCall } from './model-worker.js';
import { type LoadOptions, loadModel } from './speech-model.js';

await serve<ModelCall, Float32Array>(async () => {
  const model = await loadModel(workerData as LoadOptions);
  return {
    info: model.info,
    work: (call, signal, onAudio) =>
      call.kind === 'encode'
        ? model.encodeReference(call.samples, { ...call.options, signal })
        : model.synthesize(call.input, { ...call.options, signal, onAudio }),
    close: () => model.close(),
  };
});
