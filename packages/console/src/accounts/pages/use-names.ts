import { useEffect, useRef, useState } from 'react';
import { RequestFailed } from '../../http/request.js';
import { useSignedIn } from '../state.js';
import { text } from '../text.js';

/**
 * Usernames for account ids, each asked for once. An account that is gone keeps the end of its id. Until an answer is
 * there the id is shown.
 */
export function useNames(ids: readonly string[]): (id: string) => string {
  const { api, user } = useSignedIn();
  const [names, setNames] = useState<ReadonlyMap<string, string>>(() => new Map([[user.id, user.username]]));
  const asked = useRef(new Set([user.id]));

  useEffect(() => {
    for (const id of ids) {
      if (asked.current.has(id)) continue;
      asked.current.add(id);
      api
        .user(id)
        .then(({ username }) => username)
        .catch((error: unknown) => {
          if (error instanceof RequestFailed && error.status === 404) return text.audit.deletedUser(id);
          asked.current.delete(id);
          return undefined;
        })
        .then((name) => name !== undefined && setNames((known) => new Map(known).set(id, name)));
    }
  }, [api, ids]);

  return (id) => names.get(id) ?? id;
}
