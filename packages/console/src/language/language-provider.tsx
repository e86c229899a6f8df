import { createContext, type ReactNode, useContext, useState } from 'react';
import { type Formats, formatsOf } from './formats.js';
import { chosenLanguage, LANGUAGES, type Language, languageFor, localeFor, storeChosenLanguage } from './languages.js';
import { type CompiledMessages, textOf } from './messages.js';

/** Loads the catalogue of one language. */
export type Catalogues = Readonly<Record<Language, () => Promise<{ default: CompiledMessages }>>>;

/** A language with its loaded catalogue. */
interface Locale {
  language: Language;
  text: unknown;
  format: Formats;
}

interface LanguageControl extends Locale {
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
  start: Locale;
  children: ReactNode;
}

/** Shows the page in one language. A change keeps the state of all components. */
export function LanguageProvider({ catalogues, start, children }: LanguageProviderProps) {
  const [locale, setLocale] = useState(start);
  document.documentElement.lang = LANGUAGES[locale.language].tag;
  const control: LanguageControl = {
    ...locale,
    async choose(language) {
      setLocale(await loadLocale(catalogues, language));
      storeChosenLanguage(language);
    },
  };
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
  readonly cancel: string;
  readonly close: string;
  readonly copy: string;
  readonly copied: string;
  readonly retry: string;
  readonly errors: {
    readonly unreachable: string;
    noErrorBody(values: { readonly status: string }): string;
    /** Before the server's own message. */
    readonly unknown: string;
    retryAfter(values: { readonly wait: string }): string;
    readonly notLoaded: string;
    readonly reload: string;
  };
  /** By the codes of the service's errors. */
  readonly codes: Readonly<Record<string, string>>;
}

/** The texts of the page. `T` is the type of its English catalogue. */
export const useCatalogue = <T extends CommonText>(): T => useLanguage().text as T;

export const useFormat = (): Formats => useLanguage().format;

/** A message that is kept while it is shown: a change of the language changes it as well. */
export type Message<T> = (text: T, format: Formats) => string;

/** Why the page itself cannot do what the user wants. */
export class PageError<T> extends Error {
  override readonly name = 'PageError';

  constructor(
    readonly text: Message<T>,
    options?: ErrorOptions,
  ) {
    super('', options);
  }
}

/** The shown message, '' without one, and the function that replaces it. */
export function useMessage<T extends CommonText>(): [shown: string, show: (message?: Message<T>) => void] {
  const [current, setCurrent] = useState<{ message: Message<T> }>();
  const text = useCatalogue<T>();
  const format = useFormat();
  return [current?.message(text, format) ?? '', (message) => setCurrent(message && { message })];
}
