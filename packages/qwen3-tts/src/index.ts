export { Resampler } from './audio/resample.js';
export { type Checkpoint, openCheckpoint } from './checkpoint/checkpoint.js';
export { CheckpointError } from './checkpoint/checkpoint-error.js';
export type * from './checkpoint/codec-config.js';
export type * from './checkpoint/config.js';
export { readCheckpointConfig } from './checkpoint/config.js';
export type { TensorInfo, TensorSource } from './checkpoint/safetensors.js';
export { SafetensorsFile } from './checkpoint/safetensors.js';
