import { ModelError } from '../build/model-error.js';

type Checked = 'logits' | 'samples' | 'speaker embedding' | 'reference codes';

/** Values that are no numbers end in an error before they become audio. */
export function notFinite(what: Checked): ModelError {
  return new ModelError(`The model computed ${what} that are infinite or not a number; no audio was made of them.`);
}

/** `sum`, of all values in question, is finite exactly when each of them is. @throws ModelError */
export function assertFinite(sum: number, what: Checked): void {
  if (!Number.isFinite(sum)) throw notFinite(what);
}
