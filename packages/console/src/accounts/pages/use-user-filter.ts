import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { routeOf, useRoute } from '../route.js';
import { hrefOfUsers, type UserFilter, userFilterOf } from './user-filter.js';

const SEARCH_DELAY_MS = 200;

/** The filter of the user list. It is in the address, so it outlives a reload and the back button undoes a change. */
export function useUserFilter() {
  const { parameters } = useRoute();
  const query = parameters.toString();
  const filter = useMemo(() => userFilterOf(new URLSearchParams(query)), [query]);
  const [typed, setTyped] = useState(filter.search);
  /** The search that this page has written to the address last. */
  const written = useRef(filter.search);
  const timer = useRef<number>(undefined);

  const change = useCallback((next: UserFilter, { replace = false } = {}) => {
    written.current = next.search;
    if (replace) window.location.replace(hrefOfUsers(next));
    else window.location.hash = hrefOfUsers(next);
  }, []);

  useEffect(() => {
    // The address was changed by a link or the back button, not by what was typed here.
    if (filter.search === written.current) return;
    written.current = filter.search;
    window.clearTimeout(timer.current);
    setTyped(filter.search);
  }, [filter.search]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  return {
    filter,
    typed,
    change,
    type(text: string) {
      setTyped(text);
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => {
        const current = userFilterOf(routeOf(window.location.hash).parameters);
        const search = text.trim();
        // One step back undoes a search, however often the typing paused.
        if (search !== current.search) change({ ...current, search, page: 1 }, { replace: current.search !== '' });
      }, SEARCH_DELAY_MS);
    },
  };
}
