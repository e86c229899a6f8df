/** The failures that a client may have in one window, that it may have under one name, and the length of a window. */
export const MAX_FAILURES = 5;
export const MAX_FAILURES_BY_NAME = 10;
export const WINDOW_MS = 15 * 60 * 1000;

/** What an attempt is counted by. */
export interface AttemptKeys {
  /** The client's address or network. */
  readonly client: string;
  /** The client and the submitted name together. */
  readonly name: string;
}

export type AttemptDecision =
  /** The attempt is pending until `end`. */
  | { readonly kind: 'admitted'; readonly id: string }
  /** Attempts that have not ended could still reach the limit. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'locked-out'; readonly by: keyof AttemptKeys; readonly retryAfterMs: number };

/** A `success` forgets the failures by both keys, a `failure` is one more of each, `inconclusive` changes nothing. */
export type AttemptOutcome = 'success' | 'failure' | 'inconclusive';

/**
 * Counts failures and pending attempts. Failures lock out; pending attempts only hold back others, so that failures
 * never exceed the limit however many attempts come at once.
 */
export interface FailureStore {
  begin(keys: AttemptKeys): Promise<AttemptDecision>;
  end(id: string, keys: AttemptKeys, outcome: AttemptOutcome): Promise<void>;
}
