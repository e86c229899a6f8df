import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { type Catalogues, LanguageProvider, loadStartLocale } from '../language/language-provider.js';
import type { KnownSentences } from '../language/sentences.js';
import { keepFocus } from './keep-focus.js';

/** Renders a page when the catalogue of its language is loaded. */
export async function renderPage(catalogues: Catalogues, known: KnownSentences, page: ReactNode): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('#root is missing in index.html');
  keepFocus(root);
  const start = await loadStartLocale(catalogues);
  createRoot(root).render(
    <StrictMode>
      <LanguageProvider catalogues={catalogues} known={known} start={start}>
        {page}
      </LanguageProvider>
    </StrictMode>,
  );
}
