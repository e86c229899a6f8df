/**
 * How text becomes speech: continuous batching, first in, first out.
 *
 * 0. `speech-model.ts` turns an input into a prompt: token ids (`../prompt/`), then vectors (`prompt-vectors.ts`).
 * 1. **Prefill** (`generator.ts`): the prompt of a new row goes through the talker on its own, which fills the row's part
 *    of the KV cache (`key-value-cache.ts`) and generates its first frame.
 * 2. **Join the batch** (`batcher.ts`): as soon as the batch and its KV budget have room for the row.
 * 3. **Decode segments** (`generator.ts`): one run of the generation graph adds up to 8 frames (a GPU: 32) to every row.
 *    A decode step is one frame: a talker step, then 15 code predictor steps, sampled with the row's own noise (`noise.ts`).
 *    Background rows have a batch of their own, which is set aside between segments while there are others.
 * 4. **Decode audio** (`codec/`): the codec turns whole pieces of 8 frames into samples in its own thread, while the next
 *    segment is generated (`batch-row.ts` keeps the account).
 * 5. **Leave** (`batcher.ts`): at the end token or a limit. `ending.ts` judges how the row ended: what ran on is cut off, and
 *    what runs away fails, as does what `echo.ts` finds at its beginning.
 *
 * This module is what a process needs to speak; without downloads and builds it starts sooner.
 */

export { CheckpointError, DamagedModelError, GraphLoadError, ModelError, PromptError } from '../errors.js';
export { EchoError, RunawayError } from './ending.js';
export type { ModelInfo, SpeechModel, SynthesisInput } from './speech-model.js';
export { startModel } from './start-model.js';
