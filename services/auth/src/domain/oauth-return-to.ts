const anyOrigin = 'http://origin.invalid';
const maxLength = 2048;

/**
 * Where a browser may be sent after signing in by a provider: a path (with its query) on this very origin, or `/`.
 * A fragment is dropped, because the session travels in it.
 *
 * Browsers read `\` as `/` and skip tabs and line breaks in addresses, so both are refused wherever they stand, and
 * dot segments are resolved before the leading `//` is looked for.
 * @see https://url.spec.whatwg.org/#concept-basic-url-parser
 */
export function safeReturnTo(asked: string | undefined): string {
  if (asked === undefined || asked.length > maxLength) return '/';
  if (!/^\/(?!\/)[^\\\u0000-\u0020\u007f]*$/u.test(asked)) return '/';
  const url = URL.canParse(asked, anyOrigin) ? new URL(asked, anyOrigin) : undefined;
  if (url === undefined || url.origin !== anyOrigin || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search;
}
