/**
 * An unusable checkpoint: a file is missing, truncated, changed, or of another model. The message is one sentence for the
 * operator that names the file.
 */
export class CheckpointError extends Error {
  override readonly name = 'CheckpointError';
}

/** A built model cannot be used; the message is one sentence for the operator. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
}

/** Files are missing or altered, or of another format. */
export class DamagedModelError extends ModelError {
  /** @param problem without a full stop; what helps is the same for all */
  constructor(
    readonly problem: string,
    options?: ErrorOptions,
  ) {
    super(`${problem}; build the model again.`, options);
  }
}

/** The runtime does not load a graph: because of the graph, or because the device is lost. */
export class GraphLoadError extends ModelError {}

/** A request that the checkpoint cannot serve: an unknown language or speaker, empty text, another kind of model. */
export class PromptError extends Error {
  override readonly name = 'PromptError';
}

type Checked = 'logits' | 'samples' | 'speaker embedding' | 'reference codes';

/** Values that are no numbers end in an error before they become audio. */
export function notFinite(what: Checked): ModelError {
  return new ModelError(`The model computed ${what} that are infinite or not a number; no audio was made of them.`);
}

/** `sum`, of all values in question, is finite exactly when each of them is. @throws ModelError */
export function assertFinite(sum: number, what: Checked): void {
  if (!Number.isFinite(sum)) throw notFinite(what);
}

/** @see https://github.com/huggingface/transformers/pull/44517 for the other layout, which is not final */
export const newerLayout = (path: string): CheckpointError =>
  new CheckpointError(
    `${path} is in the layout of newer transformers, without "talker." and speech_tokenizer/; download the official layout, as in Qwen/Qwen3-TTS-12Hz-0.6B-Base.`,
  );

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
