import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { type Formats, formatsOf } from './formats.js';
import { chosenLanguage, LANGUAGES, type Language, languageFor, localeFor, storeChosenLanguage } from './languages.js';
import { type CompiledMessages, textOf } from './messages.js';
import type { KnownSentences } from './sentences.js';

/** Loads the catalogue of one language. */
export type Catalogues = Readonly<Record<Language, () => Promise<{ default: CompiledMessages }>>>;

/** A language with its loaded catalogue. */
interface Locale {
  language: Language;
  text: unknown;
  format: Formats;
}

interface LanguageControl extends Locale {
  /** The sentences of the service that the page says in its own language. */
  known: KnownSentences;
  /** Loads the catalogue of another language, then shows the page in it. */
  choose(language: Language): Promise<void>;
}

const Context = createContext<LanguageControl | undefined>(undefined);

async function loadLocale(catalogues: Catalogues, language: Language): Promise<Locale> {
  const { default: compiled } = await catalogues[language]();
  const locale = localeFor(language, navigator.languages);
  return { language, text: textOf(compiled, locale), format: formatsOf(locale) };
}

/** Loads the catalogue in which the page starts. */
export const loadStartLocale = (catalogues: Catalogues): Promise<Locale> =>
  loadLocale(catalogues, languageFor(chosenLanguage(), navigator.languages));

interface LanguageProviderProps {
  catalogues: Catalogues;
  known: KnownSentences;
  start: Locale;
  children: ReactNode;
}

/** Shows the page in one language. A change keeps the state of all components. */
export function LanguageProvider({ catalogues, known, start, children }: LanguageProviderProps) {
  const [locale, setLocale] = useState(start);
  document.documentElement.lang = LANGUAGES[locale.language].tag;
  const control = useMemo<LanguageControl>(
    () => ({
      ...locale,
      known,
      async choose(language) {
        setLocale(await loadLocale(catalogues, language));
        storeChosenLanguage(language);
      },
    }),
    [catalogues, known, locale],
  );
  return <Context value={control}>{children}</Context>;
}

export function useLanguage(): LanguageControl {
  const control = useContext(Context);
  if (control === undefined) throw new Error('useLanguage must be used within a LanguageProvider');
  return control;
}

/** The texts that every catalogue has, for the components that both pages share. */
export interface CommonText {
  readonly language: string;
  readonly errors: {
    readonly unreachable: string;
    noErrorBody(values: { readonly status: string }): string;
    readonly notLoaded: string;
    readonly reload: string;
  };
  readonly problems: Readonly<Record<string, string | ((values: never) => string)>>;
}

/** The texts of the page. `T` is the type of its English catalogue. */
export const useCatalogue = <T extends CommonText>(): T => useLanguage().text as T;

export const useFormat = (): Formats => useLanguage().format;
