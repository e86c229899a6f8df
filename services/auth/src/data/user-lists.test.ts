import type { UserSort } from '@ownvoice/shared/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js';
import { type Connection, connect } from './connection.js';
import { UserLists } from './user-lists.js';

const IDS = Array.from({ length: 40 }, () => uuidv7()).sort();

let database: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, console);
  const createdAt = new Date();
  // The last id first: neither the table nor an index that is read backwards has the ids in order.
  for (const id of IDS.toReversed())
    await connection.prisma.user.create({
      data: { id, username: id, usernameKey: id, createdAt, updatedAt: createdAt },
    });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

describe('users of whom an order says nothing', () => {
  test.each<UserSort>(['email', '-email', 'role', '-role', 'created_at', '-created_at', 'updated_at', '-updated_at'])(
    'users that are equal in the order of %s are listed by their ids, so that each is on one page',
    async (sort) => {
      const lists = new UserLists(connection.pool);
      expect(await lists.ids({ sort })).toEqual(IDS);
      const { users } = await lists.page({ sort, limit: '7', offset: '14' });
      expect(users.map(({ id }) => id)).toEqual(IDS.slice(14, 21));
    },
  );
});
