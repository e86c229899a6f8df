/** What a process needs that speaks and does nothing else: without downloads, builds and measurements it starts sooner. */
export { ModelError } from '../build/model-error.js';
export { CheckpointError } from '../checkpoint/checkpoint-error.js';
export { PromptError } from '../prompt/prompt-error.js';
export type { DeviceChoice } from './device.js';
export { RunawayError } from './runaway.js';
export { loadModel, type SpeechModel, type SpeechRequest } from './speech-model.js';
