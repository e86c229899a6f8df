import { useEffect, useRef, useState } from 'react';
import { RequestError } from '../../http/request.js';
import { useSignedIn } from '../session.js';
import { useText } from '../text.js';

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
