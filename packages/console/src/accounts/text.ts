import { type Catalogues, useCatalogue } from '../language/language-provider.js';
import type { TextOf } from '../language/messages.js';
import type english from './messages/en.js';

/** The words of the accounts page, one file for each language. */
export const catalogues: Catalogues = {
  en: () => import('./messages/en.ts?messages'),
  de: () => import('./messages/de.ts?messages'),
  zh: () => import('./messages/zh.ts?messages'),
  ja: () => import('./messages/ja.ts?messages'),
};

export type AccountsText = TextOf<typeof english>;

export const useText = () => useCatalogue<AccountsText>();
