import type { Tensor } from '../onnxruntime/onnxruntime.js';

/** The generation graph: a Loop of frames in one run, or the same interface over a graph of one frame. */
export interface GenerationSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Readonly<Record<string, Tensor>>, wanted: readonly string[]): Promise<Readonly<Record<string, Tensor>>>;
  release(): Promise<void>;
}

/** The KV cache of the rows of a batch, in the order that they were added in. */
export interface GenerationCache {
  /** The `past_*` inputs of the generation graph. `batch`: rows, those beyond the cached ones of length 0. */
  feeds(batch: number): Record<string, Tensor> | Promise<Record<string, Tensor>>;
  /** Adds the row of a prefill with the positions of its run. */
  join(outputs: Readonly<Record<string, Tensor>>): void | Promise<void>;
  /** Appends the positions of a run of all rows. */
  extend(outputs: Readonly<Record<string, Tensor>>): void | Promise<void>;
  /** Drops the rows for which `keep` is false. */
  retain(keep: (row: number) => boolean): void;
}
