import type { AuditEvent, AuditEventName } from '@ownvoice/shared/contract';
import { useCallback, useEffect, useState } from 'react';
import { type Action, useAction } from '../../interface/use-action.js';
import { type Loaded, useLoaded } from '../../interface/use-loaded.js';
import { useSignedIn } from '../state.js';

const PAGE_SIZE = 50;

export interface Audit {
  first: Loaded<unknown>;
  /** Everything loaded so far, newest first. */
  events: AuditEvent[];
  /** Whether there is more to load. */
  more: boolean;
  older: Action;
  loadOlder(): void;
}

/** The audit log page by page, from the newest. Another filter starts anew. */
export function useAudit(event: AuditEventName | '', userId: string): Audit {
  const { api } = useSignedIn();
  const [events, setEvents] = useState<AuditEvent[]>([]);
  const [next, setNext] = useState<string | null>(null);
  const older = useAction();

  const page = useCallback(
    (before: string, signal?: AbortSignal) => api.audit({ event, user_id: userId, before, limit: PAGE_SIZE }, signal),
    [api, event, userId],
  );
  const first = useLoaded(useCallback((signal: AbortSignal) => page('', signal), [page]));

  useEffect(() => {
    setEvents(first.value?.events ?? []);
    setNext(first.value?.next ?? null);
  }, [first.value]);

  return {
    first,
    events,
    more: next !== null,
    older,
    loadOlder() {
      if (next === null) return;
      void older.run(async () => {
        const answer = await page(next);
        setEvents((known) => [...known, ...answer.events]);
        setNext(answer.next);
      });
    },
  };
}
