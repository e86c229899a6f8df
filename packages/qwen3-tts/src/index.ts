/**
 * What this package does: pull, build, load, speak (a loaded model's `synthesize`), and the doctor. `./runtime` alone starts
 * sooner: it lacks downloads and builds; `./store` looks into a models folder.
 */
export { encodeFloatWav, readWav } from '@ownvoice/audio';
export { buildModel } from './build/build-model.js';
export { unlikeReleased } from './doctor/check-facts.js';
export { checkVariant } from './doctor/check-variant.js';
export { DownloadError } from './download/retry.js';
export { CheckpointError, ModelError } from './errors.js';
export type { Generation } from './runtime/batch-row.js';
export { ModelWorker } from './runtime/model-worker.js';
export type { EncodedReference } from './runtime/reference-encoder.js';
export {
  type LoadOptions,
  loadModel,
  type SpeechModel,
  type SynthesisInput,
  type SynthesisOptions,
} from './runtime/speech-model.js';
export { obtainModel as pullModel } from './store/obtain-model.js';
