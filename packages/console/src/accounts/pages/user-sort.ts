import type { UserSort } from '@ownvoice/shared/contract';

export const COLUMNS = ['username', 'email', 'role', 'created_at'] as const;
export type Column = (typeof COLUMNS)[number];
export type Direction = 'ascending' | 'descending';

/** How a column is sorted now, if the list is sorted by it. */
export function directionOf(sort: UserSort, column: Column): Direction | undefined {
  if (sort === column) return 'ascending';
  if (sort === `-${column}`) return 'descending';
  return undefined;
}

/** A press on a column's head: sorts by it, then the other way round. */
export function pressed(sort: UserSort, column: Column): UserSort {
  return directionOf(sort, column) === 'ascending' ? `-${column}` : column;
}
