import { type PreparedText, type PrepareOptions, prepareText } from '../text/index.js';

// The entry of the worker threads: one exported function for each task.

/** @see prepareText */
export function prepare({ input, options }: { input: string; options: PrepareOptions }): PreparedText {
  return prepareText(input, options);
}
