/**
 * Whether a client asks for JSON rather than for a page to be sent to. A browser that follows a link names `text/html`,
 * and one that names nothing in particular is treated like it.
 * @param accept the `Accept` header
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-accept
 */
export function wantsJson(accept: string | undefined): boolean {
  const weights = new Map(
    (accept ?? '').split(',').map((range): [string, number] => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const q = parameters.find((one) => one.startsWith('q='))?.slice(2);
      return [type, q === undefined ? 1 : Number(q)];
    }),
  );
  const json = weights.get('application/json') ?? 0;
  return json > 0 && json >= (weights.get('text/html') ?? 0);
}
