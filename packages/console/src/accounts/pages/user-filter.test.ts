import { expect, test } from 'vitest';
import { routeOf } from '../route.js';
import { hrefOfUsers, userFilterOf } from './user-filter.js';

const FIRST = { search: '', role: '', sort: '-created_at', page: 1 } as const;
const filterOf = (address: string) => userFilterOf(routeOf(address).parameters);

test('the first page of all users has the shortest address', () => {
  expect(hrefOfUsers(FIRST)).toBe('#/users');
  expect(filterOf('#/users')).toEqual(FIRST);
});

test.each([
  { ...FIRST, page: 59 },
  { ...FIRST, search: 'a&b=c+d %25 #é田中', page: 2 },
  { ...FIRST, role: 'admin', sort: '-email' },
] as const)('an address says the whole filter: %j', (filter) => {
  expect(filterOf(hrefOfUsers(filter))).toEqual(filter);
});

test.each(['page=0', 'page=-1', 'page=1.5', 'page=12345678', 'page=x', 'role=owner', 'sort=password_hash', 'search=+'])(
  'what the list does not have is as if it were absent: %s',
  (query) => expect(filterOf(`#/users?${query}`)).toEqual(FIRST),
);
