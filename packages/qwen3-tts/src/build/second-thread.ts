import { Worker } from 'node:worker_threads';
import { builtEntry } from '@ownvoice/shared/built-entry';
import { WorkerThread } from '../worker-thread.js';
import type { BuiltFile, TableLocation } from './manifest.js';

export interface SecondThreadOptions {
  /** Folder in the official layout. */
  readonly checkpoint: string;
  /** Folder of the build. */
  readonly out: string;
  /** Of the text table. */
  readonly type: 'float32' | 'float16';
}

export interface SecondThreadResult {
  readonly text: TableLocation;
  readonly firstLogits: Float32Array;
  /** The official files with weights. */
  readonly source: readonly BuiltFile[];
}

/**
 * Does in a second thread what needs none of the graphs, which takes as long as they do: the text table, the first logits, and
 * the hashes of the official files.
 * @returns the result, and what ends the thread before it
 */
export function inSecondThread(options: SecondThreadOptions, onShare: (share: number) => void) {
  const worker = new Worker(builtEntry(import.meta.url, './build-thread.js'));
  const thread = new WorkerThread<SecondThreadOptions, SecondThreadResult>(worker, 'The second thread of the build');
  const result = thread.call(options, undefined, onShare);
  // What it fails with is thrown where it is awaited, unless something else fails first.
  result.catch(() => {});
  return { result, stop: () => worker.terminate() };
}
