import type { Session } from '@ownvoice/shared/contract';

/** A bearer token and when it ends, in milliseconds since the epoch. */
export interface StoredToken {
  token: string;
  expiresAt: number;
}

const KEY = 'ownvoice.session';

/** Kept for this tab only, so that a reload does not sign out; never in storage that outlives the tab. */
export function storeToken(stored: StoredToken | undefined): void {
  if (stored === undefined) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, JSON.stringify(stored));
}

export function storedToken(now: number): StoredToken | undefined {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (typeof value !== 'object' || value === null) return undefined;
    if (!('token' in value) || typeof value.token !== 'string') return undefined;
    if (!('expiresAt' in value) || typeof value.expiresAt !== 'number' || value.expiresAt <= now) return undefined;
    return { token: value.token, expiresAt: value.expiresAt };
  } catch {
    return undefined;
  }
}

export const tokenOf = (session: Session, now: number): StoredToken => ({
  token: session.token,
  expiresAt: now + session.expires_in * 1_000,
});

/**
 * What single sign-on brought back in the fragment, `#token=…&expires_in=…`. The fragment is taken out of the address
 * and of the history at once, so that neither a bookmark nor the back button holds a token.
 */
export function takeTokenFromFragment(location: Location, history: History, now: number): StoredToken | undefined {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const token = fragment.get('token');
  if (token === null) return undefined;
  history.replaceState(null, '', location.pathname + location.search);
  const seconds = Number(fragment.get('expires_in'));
  if (token === '' || !Number.isFinite(seconds) || seconds <= 0) return undefined;
  return { token, expiresAt: now + seconds * 1_000 };
}
