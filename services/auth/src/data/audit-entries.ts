import { createHash } from 'node:crypto';
import type { AuditEventName, AuditPage, AuditQuery } from '@ownvoice/shared/contract';
import { v7 as uuidv7 } from 'uuid';
import { type AuditEntry, type Origin, storedUserAgent } from '../domain/audit-entry.js';
import type { AuditEvent, Prisma } from '../generated/client.js';
import { REMOVAL_BATCH } from './sql.js';

const DEFAULT_PAGE = 100;
/** Entries that are read at once for a table. */
const BATCH = 1_000;

/** How far the time in an id, by the clock of a replica, may lie from that of its entry, by the clock of the database. */
const CLOCKS_APART_MS = 60 * 60 * 1_000;

/** The first id of version 7 of a time, in milliseconds: ids begin with it, and no index is by time alone. */
function firstIdOf(time: number): string {
  const milliseconds = Math.max(0, time).toString(16).padStart(12, '0');
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-7000-8000-000000000000`;
}

export class AuditEntries {
  constructor(private readonly client: Prisma.TransactionClient) {}

  /**
   * Adds an entry with the names of its accounts.
   * @param minuteKey an entry that has this key already is counted once more instead
   */
  async insert(origin: Origin, entry: AuditEntry, minuteKey: string | null = null): Promise<void> {
    const { event, outcome, userId = null, actorId = null, username = null, reason = null } = entry;
    await this.client.$executeRaw`
      INSERT INTO audit_events AS e (id, at, event, outcome, user_id, actor_id, username, actor_username,
        ip, user_agent, request_id, reason, minute_key)
      VALUES (${uuidv7()}::uuid, now(), ${event}, ${outcome}::audit_outcome, ${userId}::uuid, ${actorId}::uuid,
        coalesce(${username}, (SELECT username FROM users WHERE id = ${userId}::uuid)),
        coalesce(CASE WHEN ${actorId}::uuid = ${userId}::uuid THEN ${username} END,
          (SELECT username FROM users WHERE id = ${actorId}::uuid)),
        ${origin.ip}, ${storedUserAgent(origin.userAgent)}, ${origin.requestId}, ${reason}, ${minuteKey})
      ON CONFLICT (minute_key) DO UPDATE SET count = e.count + 1`;
  }

  /** Counts an entry so many times more. */
  async repeat(minuteKey: string, times: number): Promise<void> {
    await this.client.$executeRaw`UPDATE audit_events SET count = count + ${times} WHERE minute_key = ${minuteKey}`;
  }

  /** A page of entries, newest first; ids of version 7 sort by time. */
  async page(query: AuditQuery): Promise<AuditPage> {
    const limit = query.limit === undefined ? DEFAULT_PAGE : Number(query.limit);
    const from = query.from === undefined ? {} : bounds('gte', Number(query.from), -CLOCKS_APART_MS);
    const to = query.to === undefined ? {} : bounds('lte', Number(query.to), CLOCKS_APART_MS);
    const where: Prisma.AuditEventWhereInput = {
      ...(query.event !== undefined && { event: query.event }),
      ...(query.user_id !== undefined && { userId: query.user_id }),
      AND: [from, to, query.before === undefined ? {} : { id: { lt: query.before } }],
    };
    const rows = await this.client.auditEvent.findMany({ where, orderBy: { id: 'desc' }, take: limit + 1 });
    const events = rows.slice(0, limit).map(publicEvent);
    return { events, next: rows.length > limit ? (events.at(-1)?.id ?? null) : null };
  }

  /** The entries that match, or the first `limit` of them, newest first, in batches. */
  async *batches({ limit, ...query }: AuditQuery): AsyncGenerator<AuditPage['events'], void, void> {
    let left = limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
    let rest = query;
    while (left > 0) {
      const { events, next } = await this.page({ ...rest, limit: String(Math.min(left, BATCH)) });
      yield events;
      if (next === null) return;
      left -= events.length;
      rest = { ...query, before: next };
    }
  }

  /** Removes the oldest entries from before a time, one batch of them. @returns how many; fewer than a batch were the last */
  async removeBefore(time: Date): Promise<number> {
    const before = firstIdOf(time.getTime());
    return await this.client.$executeRaw`DELETE FROM audit_events WHERE id IN
      (SELECT id FROM audit_events WHERE id < ${before}::uuid ORDER BY id LIMIT ${REMOVAL_BATCH})`;
  }
}

/** Entries from or up to a time; their ids let the primary key find them. */
const bounds = (operator: 'gte' | 'lte', time: number, apart: number): Prisma.AuditEventWhereInput => ({
  at: { [operator]: new Date(time) },
  id: { [operator]: firstIdOf(time + apart) },
});

/** A reason is stored with what it is about behind it. */
const reasonOf = (stored: string | null) => {
  const [reason = null, ...detail] = stored?.split(' ') ?? [];
  return { reason, detail: detail.join(' ') || null };
};

const publicEvent = (row: AuditEvent): AuditPage['events'][number] => ({
  id: row.id,
  at: row.at.getTime(),
  event: row.event as AuditEventName,
  outcome: row.outcome,
  user_id: row.userId,
  username: row.username,
  actor_id: row.actorId,
  actor_username: row.actorUsername,
  ip: row.ip,
  user_agent: row.userAgent,
  request_id: row.requestId,
  ...reasonOf(row.reason),
  count: row.count,
});

const MINUTE_MS = 60_000;
/** How long repetitions are counted in memory before the entry is updated. */
const FLUSH_MS = 1_000;
/** Entries that are remembered; further ones are counted by the database. */
const MAX_KEYS = 10_000;

interface Repetition {
  readonly minute: number;
  /** How often in this process, and how many of them the database does not have yet. */
  count: number;
  pending: number;
}

/**
 * Failures that somebody can repeat without a limit: one entry for each user, event, reason and minute, with a count, so that
 * a loop fills neither the disk nor the connections to the database. The reason holds the route.
 */
export class RepeatedFailures {
  readonly #keys = new Map<string, Repetition>();
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly entries: AuditEntries) {}

  /** @returns how often it was recorded in this minute by this process */
  async record(origin: Origin, entry: AuditEntry): Promise<number> {
    const minute = Math.floor(Date.now() / MINUTE_MS);
    const { event, actorId, userId, reason } = entry;
    const facts = JSON.stringify([minute, event, actorId ?? userId ?? origin.ip, userId, reason]);
    const key = createHash('sha256').update(facts).digest('base64url');
    const known = this.#keys.get(key);
    if (known !== undefined) {
      known.count += 1;
      known.pending += 1;
      this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
      return known.count;
    }
    for (const [old, one] of this.#keys) if (one.minute !== minute && one.pending === 0) this.#keys.delete(old);
    if (this.#keys.size < MAX_KEYS) this.#keys.set(key, { minute, count: 1, pending: 0 });
    await this.entries.insert(origin, entry, key);
    return 1;
  }

  /** Writes what is counted in memory. What the database does not take now is written later. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const [key, repetition] of this.#keys) {
      const { pending } = repetition;
      if (pending === 0) continue;
      repetition.pending = 0;
      await this.entries.repeat(key, pending).catch(() => {
        repetition.pending += pending;
      });
    }
  }
}
