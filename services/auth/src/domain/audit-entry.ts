import type { AuditEventName } from '@ownvoice/shared/contract';

/** Where a request came from, as far as the audit log keeps it. */
export interface Origin {
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly requestId: string | null;
}

export interface AuditEntry {
  readonly event: AuditEventName;
  readonly outcome: 'success' | 'failure';
  /** The user it is about. */
  readonly userId?: string | undefined;
  /** The user's name before a change; the present one when absent. */
  readonly username?: string | undefined;
  /** The user who did it. */
  readonly actorId?: string | undefined;
  /** A code, and behind a space what it is about; never a secret that a client sent. */
  readonly reason?: string | undefined;
}

const MAX_CHARACTERS = 256;

/** A `user-agent` header as it is stored. A cut may fall inside a surrogate pair, and the database takes no NUL. */
export const storedUserAgent = (userAgent: string | null): string | null =>
  userAgent?.slice(0, MAX_CHARACTERS).toWellFormed().replaceAll('\0', '') ?? null;
