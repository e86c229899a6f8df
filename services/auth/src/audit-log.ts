import type { ApiError } from '@ownvoice/shared';
import type { Transaction } from './data/database.js';
import type { AuditEntry } from './domain/audit-entry.js';
import type { Caller, Context } from './services.js';

/** What the audit log is written with. */
type AuditContext = Pick<Context, 'db' | 'caller'>;

/** Adds an entry of success to the transaction; the caller is the actor unless the entry names another. */
export type RecordEntry = (entry: Omit<AuditEntry, 'outcome'>) => void;

/** A power of ten: the log has the first failure of a minute, the tenth, the hundredth. */
const isLogged = (count: number): boolean => Number.isInteger(Math.log10(count));

function report(caller: Caller, entry: AuditEntry, count = 1): void {
  const { event, outcome, userId, actorId, reason } = entry;
  caller.count?.({ event, outcome });
  const fields = {
    event,
    outcome,
    user_id: userId,
    actor_id: actorId,
    ip: caller.origin.ip,
    reason,
    ...(count > 1 && { count }),
  };
  if (outcome === 'success') caller.log.info(fields, 'account event');
  else if (isLogged(count)) caller.log.warn(fields, 'account event');
}

/**
 * Runs `work` in one transaction with its audit entries, so that neither is ever stored without the other. Log lines
 * and metrics follow when it is committed.
 * @param timeoutMs the longest that it may take; the limit of a request when absent
 */
export async function auditedTransaction<T>(
  { db, caller }: AuditContext,
  work: (tx: Transaction, record: RecordEntry) => Promise<T>,
  timeoutMs?: number,
): Promise<T> {
  const entries: AuditEntry[] = [];
  const result = await db.transaction(async (tx) => {
    const done = await work(tx, (entry) => entries.push({ actorId: caller.actorId, ...entry, outcome: 'success' }));
    for (const entry of entries) await tx.auditEntries.insert(caller.origin, entry);
    return done;
  }, timeoutMs);
  for (const entry of entries) report(caller, entry);
  return result;
}

/**
 * Records that something was rejected. What a signed-in user repeats, or a client that is locked out, is one entry a minute;
 * other failures have limits of their own.
 */
export async function recordFailure({ db, caller }: AuditContext, failure: Omit<AuditEntry, 'outcome'>): Promise<void> {
  const entry: AuditEntry = { actorId: caller.actorId, ...failure, outcome: 'failure' };
  const isUnlimited = entry.actorId !== undefined || entry.event === 'lockout';
  const count = isUnlimited ? await db.repeatedFailures.record(caller.origin, entry) : 1;
  report(caller, entry, count);
  if (!isUnlimited) await db.auditEntries.insert(caller.origin, entry);
}

/** Records an error and throws it. Its reason is the error's own, unless the response does not tell all of it. */
export async function reject(
  context: AuditContext,
  failure: Omit<AuditEntry, 'outcome'>,
  error: ApiError,
): Promise<never> {
  await recordFailure(context, { reason: error.reason, ...failure });
  throw error;
}
