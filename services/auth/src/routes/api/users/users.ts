import { Readable } from 'node:stream';
import { type App, noContent } from '@ownvoice/shared';
import {
  AuditEvent,
  AuditPage,
  AuditQuery,
  CreateUserBody,
  type ListedUser,
  ProofBody,
  UpdateUserBody,
  User,
  UserList,
  UserListQuery,
  UserParams,
  UserStats,
} from '@ownvoice/shared/contract';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { changesUser, changeUser, deleteUser } from '../../../accounts/change-user.js';
import { createUser } from '../../../accounts/register.js';
import { existingUser } from '../../../accounts/rejections.js';
import { publicUser, uuidOf } from '../../../domain/user.js';
import { signedIn } from '../../../plugins/access.js';
import { OWN_CHANGES } from '../../../plugins/rate-limit.js';
import { contextOf } from '../../../plugins/services.js';

/**
 * The JSON of a `UserList`, in pieces.
 * @param skipped how many accounts match before the first of these
 */
async function* userListJson(batches: AsyncIterable<ListedUser[]>, skipped: number): AsyncGenerator<string> {
  let written = 0;
  yield '{"users":[';
  for await (const users of batches) {
    if (users.length > 0) yield (written > 0 ? ',' : '') + JSON.stringify(users).slice(1, -1);
    written += users.length;
  }
  yield `],"total":${skipped + written}}`;
}

const AUDIT_COLUMNS = Object.keys(AuditEvent.properties) as (keyof AuditEvent)[];

/** A cell as RFC 4180 writes it. What a spreadsheet would take for a formula is marked as text. */
function csvCell(value: string | number | null): string {
  const text = String(value ?? '').replace(/^[=+\-@\t\r]/, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

async function* auditCsv(batches: AsyncIterable<AuditEvent[]>): AsyncGenerator<string> {
  yield `${AUDIT_COLUMNS.join(',')}\r\n`;
  for await (const events of batches)
    yield events.map((event) => `${AUDIT_COLUMNS.map((name) => csvCell(event[name])).join(',')}\r\n`).join('');
}

export async function userRoutes(app: App): Promise<void> {
  const { db } = app.services;

  const isByAdmin = (request: FastifyRequest) => signedIn(request).role === 'admin';
  /** Clients send a whole account; what stays as it is needs no proof. */
  const proofOfChange = async (request: FastifyRequest) => {
    const { body, params } = request;
    const id = uuidOf((params as UserParams).id);
    const stored = id === undefined ? undefined : await db.users.byId(id);
    return stored !== undefined && changesUser(body as UpdateUserBody, stored, isByAdmin(request)) ? 'recent' : 'none';
  };

  app.get('/', {
    prefixTrailingSlash: 'slash',
    config: { access: 'admin', multiUserOnly: true },
    schema: { summary: 'List, search and sort accounts', querystring: UserListQuery, response: { 200: UserList } },
    handler: async (request, reply) => {
      const { limit, ...query } = request.query;
      if (limit !== undefined) return await db.userLists.page({ ...query, limit });
      const ids = await db.userLists.ids(query);
      const skipped = ids.splice(0, Number(query.offset ?? 0)).length;
      // Written piece by piece: a hundred thousand users at once would keep every other request waiting.
      const body: unknown = Readable.from(userListJson(db.userLists.byIds(ids, query.details === 'true'), skipped));
      return reply.type('application/json; charset=utf-8').send(body as UserList);
    },
  });

  app.post('/', {
    prefixTrailingSlash: 'slash',
    config: {
      access: 'admin',
      multiUserOnly: true,
      stepUp: { proof: 'recent', event: 'user_create' },
      errors: ['name_taken', 'email_taken'],
    },
    schema: { summary: 'Create an account', body: CreateUserBody, response: { 201: User } },
    handler: async (request) => {
      const { current_password: _, ...user } = request.body;
      return await createUser(contextOf(request), user);
    },
  });

  app.get('/stats', {
    config: { access: 'admin' },
    schema: { summary: 'Statistics of accounts, sign-ups and sign-ins', response: { 200: UserStats } },
    handler: () => db.userStats(),
  });

  app.get('/audit', {
    config: { access: 'admin' },
    schema: {
      summary: 'List the audit log, newest first',
      querystring: AuditQuery,
      response: {
        200: {
          description: 'A page of the log, or the table.',
          content: { 'application/json': { schema: AuditPage }, 'text/csv': { schema: Type.String() } },
        },
      },
    },
    handler: async (request, reply) => {
      const { query } = request;
      if (query.format !== 'csv') return await db.auditEntries.page(query);
      reply.header('content-disposition', 'attachment; filename="audit-log.csv"');
      const body: unknown = Readable.from(auditCsv(db.auditEntries.batches(query)));
      return reply.type('text/csv; charset=utf-8').send(body as AuditPage);
    },
  });

  app.get('/:id', {
    config: { access: 'owner', errors: ['unknown_user'] },
    schema: { summary: 'Get an account', params: UserParams, response: { 200: User } },
    handler: async (request) => publicUser(await existingUser(contextOf(request), request.params.id)),
  });

  app.put('/:id', {
    config: {
      access: 'owner',
      // A 409 tells who is here, as it does at registration.
      rateLimit: OWN_CHANGES,
      stepUp: { proof: 'recent', event: 'user_update', proofOf: proofOfChange },
      errors: ['unknown_user', 'name_taken', 'email_taken', 'last_admin'],
    },
    schema: { summary: 'Change an account', params: UserParams, body: UpdateUserBody, response: { 200: User } },
    handler: (request) => {
      const { isProven, body, params } = request;
      return changeUser(contextOf(request), params.id, body, { byAdmin: isByAdmin(request), isProven });
    },
  });

  app.delete('/:id', {
    config: {
      access: 'admin',
      multiUserOnly: true,
      stepUp: { proof: 'recent', event: 'user_delete' },
      errors: ['unknown_user', 'last_admin'],
    },
    schema: {
      summary: 'Delete an account',
      params: UserParams,
      body: ProofBody,
      response: noContent('The account is deleted.'),
    },
    handler: (request) => deleteUser(contextOf(request), request.params.id),
  });
}
