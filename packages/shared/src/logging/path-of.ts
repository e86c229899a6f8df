/** The path without the query string, which may hold an authorization code or a token that no log may have. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';
