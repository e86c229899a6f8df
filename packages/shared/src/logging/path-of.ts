/** Longer than any path that there is; the rest says nothing, and headers may have 128 KiB. */
const MAX_CHARACTERS = 1_024;

/**
 * The path for a log line, cut where it is too long. Without the query string, which may hold an authorization code or a
 * token that no log may have.
 */
export const pathOf = (url: string): string => (url.split('?', 1)[0] ?? '').slice(0, MAX_CHARACTERS);
