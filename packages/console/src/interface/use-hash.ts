import { useSyncExternalStore } from 'react';

const subscribe = (onChange: () => void) => {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
};

/** The fragment of the address with its `#`; '' without one. */
export const useHash = (): string => useSyncExternalStore(subscribe, () => window.location.hash);
