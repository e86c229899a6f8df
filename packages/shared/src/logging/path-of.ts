/** The path alone: a query string may hold an authorization code or a token, and must not reach a log. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';
