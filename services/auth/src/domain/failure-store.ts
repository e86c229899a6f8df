/** The failures that a client may have in one window, and the length of a window. */
export const MAX_FAILURES = 5;
export const WINDOW_MS = 15 * 60 * 1000;

export type Point = { readonly kind: 'taken' } | { readonly kind: 'none-left'; readonly retryAfterMs: number };

/** Counts failures by client. A point is taken before a password is compared, so that concurrent attempts count exactly. */
export interface FailureStore {
  /** Takes one of the client's points, if any is left in its window; the first one opens the window. */
  take(client: string): Promise<Point>;
  /** Gives a point back. */
  giveBack(client: string): Promise<void>;
  /** Forgets the client's failures, but keeps the points of `pending` attempts that have not ended. */
  reset(client: string, pending: number): Promise<void>;
}
