import type { AuditEvent, AuditEventName } from '@ownvoice/shared/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { RequestError } from '../../http/request.js';
import { type Action, useAction } from '../../interface/use-action.js';
import { type FetchState, useFetch } from '../../interface/use-fetch.js';
import { useSignedIn } from '../session.js';
import { useText } from '../text.js';

const PAGE_SIZE = 50;

export interface AuditLog {
  first: FetchState<unknown>;
  /** All events loaded so far, newest first. */
  events: AuditEvent[];
  hasMore: boolean;
  older: Action;
  loadOlder(): void;
}

/** The audit log, loaded page by page from the newest event. A changed filter starts over. */
export function useAuditLog(event: AuditEventName | '', userId: string): AuditLog {
  const { api } = useSignedIn();
  const [events, setEvents] = useState<AuditEvent[]>([]);
  const [cursor, setCursor] = useState<string | null>(null);
  const older = useAction();

  const loadPage = useCallback(
    (before: string, signal?: AbortSignal) => api.audit({ event, user_id: userId, before, limit: PAGE_SIZE }, signal),
    [api, event, userId],
  );
  const first = useFetch(useCallback((signal: AbortSignal) => loadPage('', signal), [loadPage]));

  useEffect(() => {
    setEvents(first.value?.events ?? []);
    setCursor(first.value?.next ?? null);
  }, [first.value]);

  return {
    first,
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

/**
 * The usernames of accounts by their ids, each requested once. The result is the id itself until its name is loaded, and
 * a label with the end of the id for a deleted account.
 */
export function useUsernames(ids: readonly string[]): (id: string) => string {
  const text = useText();
  const { api, user } = useSignedIn();
  /** `null` for a deleted account. */
  const [names, setNames] = useState<ReadonlyMap<string, string | null>>(() => new Map([[user.id, user.username]]));
  const requested = useRef(new Set([user.id]));

  useEffect(() => {
    for (const id of ids) {
      if (requested.current.has(id)) continue;
      requested.current.add(id);
      api
        .user(id)
        .then(({ username }) => username)
        .catch((error: unknown) => {
          if (error instanceof RequestError && error.status === 404) return null;
          requested.current.delete(id);
          return undefined;
        })
        .then((name) => name !== undefined && setNames((loaded) => new Map(loaded).set(id, name)));
    }
  }, [api, ids]);

  return (id) => {
    const name = names.get(id);
    return name === null ? text.audit.deletedAccount({ id: id.slice(-6) }) : (name ?? id);
  };
}
