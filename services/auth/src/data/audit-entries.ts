import type { AuditEventName, AuditPage, AuditQuery } from '@ownvoice/shared/contract';
import { v7 as uuidv7 } from 'uuid';
import { type AuditEntry, type Origin, storedUserAgent } from '../domain/audit-entry.js';
import type { AuditEvent, Prisma } from '../generated/client.js';
import { REMOVAL_BATCH } from './sql.js';

const DEFAULT_PAGE = 100;

/** The audit log. */
export class AuditEntries {
  constructor(private readonly client: Prisma.TransactionClient) {}

  async insert(origin: Origin, entry: AuditEntry): Promise<void> {
    await this.client.auditEvent.create({
      data: {
        id: uuidv7(),
        at: new Date(),
        event: entry.event,
        outcome: entry.outcome,
        userId: entry.userId ?? null,
        actorId: entry.actorId ?? null,
        ip: origin.ip,
        userAgent: storedUserAgent(origin.userAgent),
        requestId: origin.requestId,
        reason: entry.reason ?? null,
      },
    });
  }

  /** A page of entries, newest first; ids of version 7 sort by time. */
  async page(query: AuditQuery): Promise<AuditPage> {
    const limit = query.limit === undefined ? DEFAULT_PAGE : Number(query.limit);
    const where: Prisma.AuditEventWhereInput = {
      ...(query.event !== undefined && { event: query.event }),
      ...(query.user_id !== undefined && { userId: query.user_id }),
      ...(query.before !== undefined && { id: { lt: query.before } }),
    };
    const rows = await this.client.auditEvent.findMany({ where, orderBy: { id: 'desc' }, take: limit + 1 });
    const events = rows.slice(0, limit).map(publicEvent);
    return { events, next: rows.length > limit ? (events.at(-1)?.id ?? null) : null };
  }

  /** Removes the oldest entries from before a time, one batch of them. @returns how many; fewer than a batch were the last */
  async removeBefore(time: Date): Promise<number> {
    // Ids of version 7 begin with the time, so the primary key finds the oldest; no other index is by time alone.
    const milliseconds = time.getTime().toString(16).padStart(12, '0');
    const before = `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-7000-8000-000000000000`;
    return await this.client.$executeRaw`DELETE FROM audit_events WHERE id IN
      (SELECT id FROM audit_events WHERE id < ${before}::uuid ORDER BY id LIMIT ${REMOVAL_BATCH})`;
  }
}

const publicEvent = (row: AuditEvent): AuditPage['events'][number] => ({
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
