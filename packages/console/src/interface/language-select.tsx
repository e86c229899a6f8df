import { type CommonText, useCatalogue, useLanguage } from '../language/language-provider.js';
import { LANGUAGES, type Language } from '../language/languages.js';
import { useAction } from './use-action.js';

/** Each language is named in itself, for those who cannot read the current one. */
export function LanguageSelect() {
  const { language, choose } = useLanguage();
  const text = useCatalogue<CommonText>();
  const choice = useAction();
  return (
    <div className="language">
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
