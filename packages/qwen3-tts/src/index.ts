export { type BuildOptions, buildModel } from './build/build-model.js';
export { type GraphTarget, type Manifest, readManifest } from './build/manifest.js';
export { ModelError } from './build/model-error.js';
export { verifyModel } from './build/verify.js';
export { type Checkpoint, openCheckpoint } from './checkpoint/checkpoint.js';
export { CheckpointError } from './checkpoint/checkpoint-error.js';
export type * from './checkpoint/codec-config.js';
export type * from './checkpoint/config.js';
export { readCheckpointConfig } from './checkpoint/config.js';
export type { TensorInfo, TensorSource } from './checkpoint/safetensors.js';
export { SafetensorsFile } from './checkpoint/safetensors.js';
export { readTokenizer, type TextTokenizer } from './checkpoint/tokenizer.js';
export { isVariantName, VARIANT_NAMES, VARIANTS, type VariantName } from './checkpoint/variants.js';
export { DownloadError } from './download/download-error.js';
export { type PullOptions, type PullProgress, pullCheckpoint } from './download/pull.js';
export { PRECISIONS, type Precision } from './graph/weights.js';
export { ModelMeasurement, predictorShare, type Timing } from './measure/measure-model.js';
export { languageNames } from './prompt/language.js';
export type { CodecPart, Position, PromptLayout, PromptPlan } from './prompt/plan.js';
export { buildPrompt, type PromptRequest } from './prompt/prompt.js';
export { PromptError } from './prompt/prompt-error.js';
export type { AddedTokens } from './prompt/wrapping.js';
export { writeRandomCheckpoint } from './random/random-checkpoint.js';
export type { Generation } from './runtime/batch-row.js';
export { DEVICE_CHOICES, type Device, type DeviceChoice } from './runtime/device.js';
export type { EncodedReference, ReferenceOptions } from './runtime/reference-encoder.js';
export { RunawayError } from './runtime/runaway.js';
export { greedySampling, type Sampling } from './runtime/sampling.js';
export {
  type LoadOptions,
  loadModel,
  type ModelInfo,
  type SpeechModel,
  type SynthesisInput,
  type SynthesisOptions,
} from './runtime/speech-model.js';
export { builtFolder, checkpointFolder, choosePrecision, type FoundModel, findModel } from './store/model-folders.js';
export { buildVariant, type ObtainOptions, obtainModel } from './store/obtain-model.js';
