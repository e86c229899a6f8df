/**
 * Whether a client prefers JSON to a redirect. A browser that follows a link accepts `text/html`, and a client without
 * a preference is treated like one.
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
