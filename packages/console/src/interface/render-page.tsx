import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import {
  type Catalogues,
  type CommonText,
  LanguageProvider,
  loadStartLocale,
  useCatalogue,
  useLanguage,
} from '../language/language-provider.js';
import { LANGUAGES, type Language } from '../language/languages.js';
import { keepFocus } from './keep-focus.js';
import { useAction } from './use-action.js';

/** Renders a page when the catalogue of its language is loaded. */
export async function renderPage(catalogues: Catalogues, page: ReactNode): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('#root is missing in index.html');
  keepFocus(root);
  const start = await loadStartLocale(catalogues);
  createRoot(root).render(
    <StrictMode>
      <LanguageProvider catalogues={catalogues} start={start}>
        {page}
      </LanguageProvider>
    </StrictMode>,
  );
}

/** Each language is named in itself, for those who cannot read the current one. */
export function LanguageSelect() {
  const { language, choose } = useLanguage();
  const text = useCatalogue<CommonText>();
  const choice = useAction();
  return (
    <div>
      <select
        className="language-select"
        aria-label={text.language}
        value={language}
        onChange={(event) => void choice.run(() => choose(event.target.value as Language))}
      >
        {Object.entries(LANGUAGES).map(([key, { tag, name }]) => (
          <option key={key} value={key} lang={tag}>
            {name}
          </option>
        ))}
      </select>
      {choice.error !== undefined && (
        <p className="field-error" role="alert">
          {text.errors.notLoaded}
        </p>
      )}
    </div>
  );
}
