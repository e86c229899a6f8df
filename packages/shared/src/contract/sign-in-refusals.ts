/**
 * The texts of the page that the accounts service renders when a sign-in at a provider is refused, by language. The build of
 * the console writes them from its catalogues to `sign-in-refusals.json`.
 */
export type SignInRefusals = Readonly<Record<string, SignInRefusalTexts>>;

export interface SignInRefusalTexts {
  /** The value of `lang`. */
  readonly tag: string;
  readonly title: string;
  readonly heading: string;
  readonly back: string;
  /** By public sentence of the service. */
  readonly sentences: Readonly<Record<string, string>>;
}

/** The cookie with the language of the console's page, which the console sets on the way to a provider. */
export const LANGUAGE_COOKIE = 'ownvoice_language';
