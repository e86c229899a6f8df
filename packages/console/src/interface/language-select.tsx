import { type CommonText, useCatalogue, useLanguage } from '../language/language-provider.js';
import { LANGUAGES, type Language } from '../language/languages.js';

/** Each language is named in itself, for those who cannot read the current one. */
export function LanguageSelect() {
  const { language, choose } = useLanguage();
  const text = useCatalogue<CommonText>();
  return (
    <select
      className="language-select"
      aria-label={text.language}
      value={language}
      onChange={(event) => void choose(event.target.value as Language)}
    >
      {Object.entries(LANGUAGES).map(([key, { tag, name }]) => (
        <option key={key} value={key} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  );
}
