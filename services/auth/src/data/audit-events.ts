import type { AuditEventName, AuditPage, AuditQuery } from '@ownvoice/shared/contract';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { AuditEvent, Prisma, PrismaClient } from '../generated/client.js';

type Store = Pick<PrismaClient, 'auditEvent'>;

/** Where a request came from, as far as the audit trail keeps it. */
export interface Origin {
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly requestId: string | null;
}

/** Something that happened. `reason` is a fixed phrase of ours, never anything secret that a client sent. */
export interface Happening {
  readonly event: AuditEventName;
  readonly outcome: 'success' | 'failure';
  /** Whom it is about. */
  readonly userId?: string | undefined;
  /** Who did it. */
  readonly actorId?: string | undefined;
  readonly reason?: string | undefined;
}

const MAX_USER_AGENT = 256;

/** Adds a line to the audit trail. Within a transaction it is there exactly if the deed is. */
export async function recordEvent(db: Store, origin: Origin, happening: Happening): Promise<void> {
  await db.auditEvent.create({
    data: {
      id: uuidv7(),
      at: new Date(),
      event: happening.event,
      outcome: happening.outcome,
      userId: happening.userId ?? null,
      actorId: happening.actorId ?? null,
      ip: origin.ip,
      // A cut may fall inside a surrogate pair, and header bytes may be anything: text in the store is well-formed.
      userAgent: origin.userAgent?.slice(0, MAX_USER_AGENT).toWellFormed().replaceAll('\0', '') ?? null,
      requestId: origin.requestId,
      reason: happening.reason ?? null,
    },
  });
}

/** So many rows at a time: a statement that removes a year of them would hold their locks for as long. */
const BATCH = 1_000;

/**
 * Removes the oldest events that happened before a time, one batch of them.
 * @returns how many there were; a full batch means that there may be more
 */
export async function forgetEventsBefore(pool: pg.Pool, time: Date): Promise<{ removed: number; more: boolean }> {
  // Ids of version 7 begin with the time, so the primary key finds the oldest; there is no other index by time alone.
  const first = time.getTime().toString(16).padStart(12, '0');
  const before = `${first.slice(0, 8)}-${first.slice(8)}-7000-8000-000000000000`;
  const { rowCount } = await pool.query(
    'DELETE FROM audit_events WHERE id IN (SELECT id FROM audit_events WHERE id < $1 ORDER BY id LIMIT $2)',
    [before, BATCH],
  );
  const removed = rowCount ?? 0;
  return { removed, more: removed === BATCH };
}

const PAGE = 100;

const shown = (row: AuditEvent): AuditPage['events'][number] => ({
  id: row.id,
  at: row.at.getTime(),
  event: row.event as AuditEventName,
  outcome: row.outcome,
  user_id: row.userId,
  actor_id: row.actorId,
  ip: row.ip,
  user_agent: row.userAgent,
  request_id: row.requestId,
  reason: row.reason,
});

/** The audit trail, newest first; ids of version 7 sort by time. */
export async function auditPage(db: Store, query: AuditQuery): Promise<AuditPage> {
  const limit = query.limit === undefined ? PAGE : Number(query.limit);
  const where: Prisma.AuditEventWhereInput = {
    ...(query.event !== undefined && { event: query.event }),
    ...(query.user_id !== undefined && { userId: query.user_id }),
    ...(query.before !== undefined && { id: { lt: query.before } }),
  };
  const rows = await db.auditEvent.findMany({ where, orderBy: { id: 'desc' }, take: limit + 1 });
  const events = rows.slice(0, limit).map(shown);
  return { events, next: rows.length > limit ? (events.at(-1)?.id ?? null) : null };
}
