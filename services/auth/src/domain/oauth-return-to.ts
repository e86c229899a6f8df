const ANY_ORIGIN = 'http://origin.invalid';
const MAX_CHARACTERS = 2048;

/**
 * Where a browser may be sent after signing in by a provider: a path with its query on this origin, or `/`. A fragment
 * is dropped, because the session travels in it.
 *
 * Browsers read `\` as `/` and skip tabs and line breaks in addresses, so all of them are refused, and dot segments are
 * resolved before the path is checked for a leading `//`.
 * @see https://url.spec.whatwg.org/#concept-basic-url-parser
 */
export function safeReturnTo(asked: string | undefined): string {
  if (asked === undefined || asked.length > MAX_CHARACTERS) return '/';
  if (!/^\/(?!\/)[^\\\u0000-\u0020\u007f]*$/u.test(asked)) return '/';
  const url = URL.canParse(asked, ANY_ORIGIN) ? new URL(asked, ANY_ORIGIN) : undefined;
  if (url === undefined || url.origin !== ANY_ORIGIN || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search;
}
