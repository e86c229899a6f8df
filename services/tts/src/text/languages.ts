import { LANGUAGE_CODES, LANGUAGES, type LanguageCode } from '@ownvoice/shared/contract/languages';

/** What a client's `language` field asks for; `unknown` carries the accepted values, for the error message. */
export type LanguageChoice =
  | { readonly kind: 'auto' }
  | { readonly kind: 'language'; readonly language: LanguageCode }
  | { readonly kind: 'unknown'; readonly known: readonly string[] };

const CODES_BY_NAME: ReadonlyMap<string, LanguageCode> = new Map(
  LANGUAGES.flatMap((name) => {
    const code = LANGUAGE_CODES[name];
    return [
      [name.toLowerCase(), code],
      [code, code],
    ];
  }),
);

/** The subtags after the language of a BCP 47 tag: script, region, variants and extensions. */
const SUBTAGS = /^([a-z]{2})(?:[-_][a-z0-9]{1,8})+$/u;

/**
 * Reads a `language` field: an English name, an ISO 639-1 code, a BCP 47 tag (`de-DE`, `zh-Hans`) or `auto`, in any case.
 * Absent and blank mean `auto`.
 */
export function parseLanguage(value: string | undefined): LanguageChoice {
  const wanted = value?.trim().toLowerCase() ?? '';
  if (wanted === '' || wanted === 'auto') return { kind: 'auto' };
  const language = CODES_BY_NAME.get(SUBTAGS.exec(wanted)?.[1] ?? wanted);
  if (language) return { kind: 'language', language };
  return { kind: 'unknown', known: ['auto', ...LANGUAGES.flatMap((name) => [name, LANGUAGE_CODES[name]])] };
}
