const MAX_CHARACTERS = 256;

/** A `user-agent` header as it is stored. A cut may fall inside a surrogate pair, and the database takes no NUL. */
export const storedUserAgent = (userAgent: string | null): string | null =>
  userAgent?.slice(0, MAX_CHARACTERS).toWellFormed().replaceAll('\0', '') ?? null;
