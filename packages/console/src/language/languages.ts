/** The languages of the pages: the value of `lang`, and the name in the language itself. */
export const LANGUAGES = {
  en: { tag: 'en', name: 'English' },
  de: { tag: 'de', name: 'Deutsch' },
  zh: { tag: 'zh-Hans', name: '简体中文' },
  ja: { tag: 'ja', name: '日本語' },
} as const;

export type Language = keyof typeof LANGUAGES;

const STORAGE_KEY = 'ownvoice.language';

const isLanguage = (value: string): value is Language => Object.hasOwn(LANGUAGES, value);

/**
 * The language to show: the chosen one, else the first of the browser's languages that the pages have, else English.
 * @param chosen what `chosenLanguage` returns
 * @param preferred `navigator.languages`
 */
export function languageFor(chosen: string, preferred: readonly string[]): Language {
  return [chosen, ...preferred].map((tag) => tag.split('-', 1)[0] ?? '').find(isLanguage) ?? 'en';
}

/** The browser's own variant of a language, such as `en-GB`, for dates and numbers; without one, the language's tag. */
export function localeFor(language: Language, preferred: readonly string[]): string {
  const { tag } = LANGUAGES[language];
  const script = new Intl.Locale(tag).maximize().script;
  const isVariant = (other: string) =>
    other.split('-', 1)[0] === language && new Intl.Locale(other).maximize().script === script;
  return preferred.find(isVariant) ?? tag;
}

/**
 * A language's name for a reader whose first language the pages do not have, as they would look for it: `English · anglais`.
 * @param preferred `navigator.languages`
 */
export function nameFor(language: Language, [first = '']: readonly string[]): string {
  const { name, tag } = LANGUAGES[language];
  if (first === '' || isLanguage(first.split('-', 1)[0] ?? '')) return name;
  return `${name} · ${new Intl.DisplayNames(first, { type: 'language' }).of(tag)}`;
}

/** The language that was chosen in one of the pages; '' without a choice or where the browser blocks the storage. */
export function chosenLanguage(): string {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? '';
  } catch {
    return '';
  }
}

export function storeChosenLanguage(language: Language): void {
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // Without storage the choice holds until the page is left.
  }
}
