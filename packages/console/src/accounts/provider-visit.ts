import { LANGUAGE_COOKIE } from '@ownvoice/shared/contract/sign-in-refusals';
import type { Language } from '../language/languages.js';

const STORAGE_KEY = 'ownvoice.return';

/**
 * Keeps, for the time at a provider, the page to come back to and the language: if the provider or the service refuses,
 * the service itself renders the page that says so, and cannot read this page's storage.
 */
export function leaveForProvider(language: Language): void {
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  try {
    sessionStorage.setItem(STORAGE_KEY, window.location.hash);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists only on HTTPS and localhost
    document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/api/auth/oauth; max-age=3600; samesite=lax${secure}`;
  } catch {
    // Where the browser blocks storage, the visit ends on the start page, in the browser's language.
  }
}

/** Shows the page from which the browser went to the provider. */
export function returnFromProvider(): void {
  try {
    const hash = sessionStorage.getItem(STORAGE_KEY) ?? '';
    sessionStorage.removeItem(STORAGE_KEY);
    if (hash !== '') window.history.replaceState(null, '', hash);
  } catch {
    // Nothing was kept.
  }
}
