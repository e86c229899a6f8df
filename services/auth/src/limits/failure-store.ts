/** How many failures an address may have in one window, and how long a window is. */
export const MAX_FAILURES = 5;
export const WINDOW_MS = 15 * 60 * 1000;

export type Point = { readonly kind: 'taken' } | { readonly kind: 'none-left'; readonly retryAfterMs: number };

/** Counts failures by client. A point is taken before a password is looked at, so that nobody gets in between. */
export interface FailureStore {
  /** Takes one of the client's points, if any is left in its window; the first one opens the window. */
  take(client: string): Promise<Point>;
  /** Gives a point back: the attempt said nothing about credentials. */
  giveBack(client: string): Promise<void>;
  /** Forgets the client's failures, but keeps `pending` points of attempts that are still being looked at. */
  reset(client: string, pending: number): Promise<void>;
}
