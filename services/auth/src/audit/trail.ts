import type { FastifyBaseLogger } from 'fastify';
import { type Happening, type Origin, recordEvent } from '../data/audit-events.js';
import type { Prisma, PrismaClient } from '../generated/client.js';

/** Who asks for something, and where the log lines about it go. */
export interface Caller {
  readonly origin: Origin;
  /** The signed-in user, if any. */
  readonly actorId: string | undefined;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  /** Counts what happened, for metrics. */
  readonly count?: (happening: Pick<Happening, 'event' | 'outcome'>) => void;
}

export type Note = (happening: Omit<Happening, 'outcome' | 'actorId'> & { readonly actorId?: string }) => void;

function say(caller: Caller, happening: Happening): void {
  const { event, outcome, userId, actorId, reason } = happening;
  caller.count?.({ event, outcome });
  const line = { event, outcome, user_id: userId, actor_id: actorId, ip: caller.origin.ip, reason };
  if (outcome === 'success') caller.log.info(line, 'account event');
  else caller.log.warn(line, 'account event');
}

/**
 * Does something to accounts in one transaction with its audit rows, so that neither is ever there without the other,
 * and writes the log lines once it has happened.
 * @param deed does it, and notes what it did
 * @param timeoutMs how long all of it may take, where that is not what a request may take
 */
export async function act<T>(
  db: PrismaClient,
  caller: Caller,
  deed: (tx: Prisma.TransactionClient, note: Note) => Promise<T>,
  timeoutMs?: number,
): Promise<T> {
  const happenings: Happening[] = [];
  const result = await db.$transaction(
    async (tx) => {
      happenings.length = 0;
      const done = await deed(tx, (happening) =>
        happenings.push({ actorId: caller.actorId, ...happening, outcome: 'success' }),
      );
      for (const happening of happenings) await recordEvent(tx, caller.origin, happening);
      return done;
    },
    timeoutMs === undefined ? undefined : { timeout: timeoutMs },
  );
  for (const happening of happenings) say(caller, happening);
  return result;
}

/** Records that something was refused. */
export async function recordFailure(
  db: PrismaClient,
  caller: Caller,
  failure: Omit<Happening, 'outcome'>,
): Promise<void> {
  const happening: Happening = { actorId: caller.actorId, ...failure, outcome: 'failure' };
  say(caller, happening);
  await recordEvent(db, caller.origin, happening);
}
