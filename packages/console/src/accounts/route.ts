import { useSyncExternalStore } from 'react';

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

export const hrefOf = (page: Page | '', parameters?: Record<string, string>): string =>
  `#/${page}${parameters ? `?${new URLSearchParams(parameters)}` : ''}`;

const subscribe = (onChange: () => void) => {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
};

export function useRoute(): Route {
  return routeOf(useSyncExternalStore(subscribe, () => window.location.hash));
}
