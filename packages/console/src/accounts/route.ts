import { useHash } from '../interface/browser.js';

export const PAGES = ['account', 'users', 'statistics', 'audit', 'register'] as const;
export type Page = (typeof PAGES)[number];

export interface Route {
  page: Page | undefined;
  parameters: URLSearchParams;
}

/** Parses a fragment such as `#/audit?user_id=…`. */
export function routeOf(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  return { page: PAGES.find((page) => page === path), parameters: new URLSearchParams(query) };
}

/** Leaves out parameters without a value. */
export function hrefOf(page: Page | '', parameters: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ''));
  return `#/${page}${query.size === 0 ? '' : `?${query}`}`;
}

export function useRoute(): Route {
  return routeOf(useHash());
}

const STORAGE_KEY = 'ownvoice.return';

/** Keeps the page to come back to for the time at a provider. */
export function keepRoute(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, window.location.hash);
  } catch {
    // Where the browser blocks storage, the visit ends on the start page.
  }
}

/** Shows the page from which the browser went to the provider. */
export function restoreRoute(): void {
  try {
    const hash = sessionStorage.getItem(STORAGE_KEY) ?? '';
    sessionStorage.removeItem(STORAGE_KEY);
    if (hash !== '') window.history.replaceState(null, '', hash);
  } catch {
    // Nothing was kept.
  }
}

/** A link that an administrator gave to somebody. */
export interface OpenedLink {
  kind: 'invitation' | 'reset';
  token: string;
}

/** Takes the token of a link out of the address and the history. It is for this page alone. */
export function takeLink(location: Location, history: History): OpenedLink | undefined {
  const [, kind, token = ''] = /^#(invitation|reset)=([\w-]+)$/.exec(location.hash) ?? [];
  if (kind !== 'invitation' && kind !== 'reset') return undefined;
  history.replaceState(null, '', location.pathname + location.search);
  return { kind, token };
}
