import { useSyncExternalStore } from 'react';

/** Has the browser save a file. @param content the file, or its address */
export function saveFile(content: Blob | string, name: string): void {
  const url = typeof content === 'string' ? content : URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the file after the click.
  if (url.startsWith('blob:')) setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

const subscribe = (onChange: () => void) => {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
};

/** The fragment of the address with its `#`; '' without one. */
export const useHash = (): string => useSyncExternalStore(subscribe, () => window.location.hash);
