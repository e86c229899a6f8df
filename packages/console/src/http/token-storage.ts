import type { Session } from '@ownvoice/shared/contract';

/** A bearer token. */
export interface StoredToken {
  token: string;
  /** Milliseconds since the Unix epoch. */
  expiresAt: number;
}

const STORAGE_KEY = 'ownvoice.session';

/**
 * Stores the token for this tab, for reloads. `localStorage` and cookies would outlive the tab.
 * @returns whether a reload keeps it: a browser may block the storage, even reading `sessionStorage` throws then
 */
export function storeToken(stored: StoredToken | undefined): boolean {
  try {
    if (stored === undefined) sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, JSON.stringify(stored));
    return true;
  } catch {
    return false;
  }
}

export function storedToken(now: number): StoredToken | undefined {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null');
    if (typeof value !== 'object' || value === null) return undefined;
    if (!('token' in value) || typeof value.token !== 'string') return undefined;
    if (!('expiresAt' in value) || typeof value.expiresAt !== 'number' || value.expiresAt <= now) return undefined;
    return { token: value.token, expiresAt: value.expiresAt };
  } catch {
    return undefined;
  }
}

/** The subject of a token: whom it is about. '' for anything else. The server verifies it, the page does not. */
export function subjectOf({ token }: StoredToken): string {
  try {
    const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    const claims: unknown = JSON.parse(atob(payload));
    return typeof claims === 'object' && claims !== null && 'sub' in claims ? String(claims.sub) : '';
  } catch {
    return '';
  }
}

export const tokenOf = (session: Session, now: number): StoredToken => ({
  token: session.token,
  expiresAt: now + session.expires_in * 1_000,
});

/**
 * Reads what single sign-on returns in the fragment, `#code=…` or `#error=CODE`, and removes the fragment from the address
 * and the history. No link may bring a token: it would sign its reader in as somebody else.
 */
export function takeSignInFromFragment(
  location: Location,
  history: History,
): { code?: string; error?: string; hasTakenOver?: boolean } {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const [code, error] = [fragment.get('code'), fragment.get('error')];
  if (code === null && error === null) return {};
  history.replaceState(null, '', location.pathname + location.search);
  return error === null ? { code: code ?? '', hasTakenOver: fragment.has('taken_over') } : { error };
}
