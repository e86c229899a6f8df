import { createHash } from 'node:crypto';
import type { AuditEntry, Origin } from '../domain/audit-entry.js';
import type { AuditEntries } from './audit-entries.js';

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
