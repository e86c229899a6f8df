import type { UserSort } from '@ownvoice/shared/contract';

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
