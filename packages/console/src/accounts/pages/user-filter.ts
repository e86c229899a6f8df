import type { Role, UserSort } from '@ownvoice/shared/contract';
import { hrefOf } from '../route.js';
import { COLUMNS } from './user-sort.js';

/** What the user list shows, as the address of its page says it. */
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
