import type { Role, UserSort } from '@ownvoice/shared/contract';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { hrefOf, routeOf, useRoute } from '../route.js';

export const COLUMNS = ['username', 'email', 'role', 'created_at'] as const;
export type Column = (typeof COLUMNS)[number];
export type Direction = 'ascending' | 'descending';

/** The sort direction of a column; undefined when the list is not sorted by it. */
export function directionOf(sort: UserSort, column: Column): Direction | undefined {
  if (sort === column) return 'ascending';
  if (sort === `-${column}`) return 'descending';
  return undefined;
}

/** The sort after a click on a column header: ascending first, then descending. */
export function toggleSort(sort: UserSort, column: Column): UserSort {
  return directionOf(sort, column) === 'ascending' ? `-${column}` : column;
}

/** What the user list shows, kept in the address of its page. */
export interface UserFilter {
  readonly search: string;
  readonly role: Role | '';
  readonly sort: UserSort;
  /** From 1. */
  readonly page: number;
}

const SORTS: readonly UserSort[] = COLUMNS.flatMap((column) => [column, `-${column}` as const]);
const DEFAULT_SORT: UserSort = '-created_at';
const PAGE = /^[1-9]\d{0,6}$/;

/** A value that the list does not have is as if it were absent: an address may be typed or old. */
export function userFilterOf(parameters: URLSearchParams): UserFilter {
  const role = parameters.get('role');
  const page = parameters.get('page') ?? '';
  return {
    search: parameters.get('search')?.trim() ?? '',
    role: role === 'admin' || role === 'user' ? role : '',
    sort: SORTS.find((sort) => sort === parameters.get('sort')) ?? DEFAULT_SORT,
    page: PAGE.test(page) ? Number(page) : 1,
  };
}

export const hrefOfUsers = ({ search, role, sort, page }: UserFilter): string =>
  hrefOf('users', { search, role, sort: sort === DEFAULT_SORT ? '' : sort, page: page === 1 ? '' : String(page) });

const SEARCH_DELAY_MS = 200;

/** The filter of the user list. It is in the address, so it outlives a reload and the back button undoes a change. */
export function useUserFilter() {
  const { parameters } = useRoute();
  const query = parameters.toString();
  const filter = useMemo(() => userFilterOf(new URLSearchParams(query)), [query]);
  const [typed, setTyped] = useState(filter.search);
  /** The search that the field has last written to the address, or taken from it. */
  const known = useRef(filter.search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const change = useCallback((next: UserFilter, { replace = false } = {}) => {
    if (replace) window.location.replace(hrefOfUsers(next));
    else window.location.hash = hrefOfUsers(next);
  }, []);

  useEffect(() => {
    if (filter.search === known.current) return;
    // A link or the back button changed the address.
    clearTimeout(timer.current);
    known.current = filter.search;
    setTyped(filter.search);
  }, [filter.search]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const now = userFilterOf(routeOf(window.location.hash).parameters);
      known.current = text.trim();
      // One step back undoes a search, however often the typing paused.
      if (known.current !== now.search)
        change({ ...now, search: known.current, page: 1 }, { replace: now.search !== '' });
    }, SEARCH_DELAY_MS);
  };
  return { filter, typed, change, type };
}
