import type { AuditEvent } from '@ownvoice/shared/contract';
import { useCallback, useEffect, useState } from 'react';
import { useAction } from '../../interface/use-action.js';
import { useFetch } from '../../interface/use-fetch.js';
import type { AuditFilter } from '../api.js';
import { useSignedIn } from '../session.js';

const PAGE_SIZE = 50;

/** The audit log, loaded page by page from the newest event. Another filter starts over. */
export function useAuditLog(filter: AuditFilter) {
  const { api } = useSignedIn();
  const [events, setEvents] = useState<AuditEvent[]>([]);
  const [cursor, setCursor] = useState<string | null>(null);
  const older = useAction();

  const loadPage = useCallback(
    (before: string, signal?: AbortSignal) => api.audit(filter, { before, limit: PAGE_SIZE }, signal),
    [api, filter],
  );
  const first = useFetch(useCallback((signal: AbortSignal) => loadPage('', signal), [loadPage]));

  useEffect(() => {
    setEvents(first.value?.events ?? []);
    setCursor(first.value?.next ?? null);
  }, [first.value]);

  return {
    first,
    /** All events loaded so far, newest first. */
    events,
    hasMore: cursor !== null,
    older,
    loadOlder() {
      if (cursor === null) return;
      void older.run(async () => {
        const page = await loadPage(cursor);
        setEvents((loaded) => [...loaded, ...page.events]);
        setCursor(page.next);
      });
    },
  };
}
