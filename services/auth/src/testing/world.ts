import { randomBytes, randomInt } from 'node:crypto';
import type { Session, User } from '@ownvoice/shared/contract';
import { type HttpRequest, type HttpResponse, send } from '@ownvoice/shared/testing';
import { hashSync } from 'bcryptjs';
import { expect } from 'vitest';
import { openSession } from '../accounts/session.js';
import type { Passwords } from '../passwords/password-pool.js';
import { CHEAP_COST } from './cheap-passwords.js';
import { ADMIN, startTestService, type TestService } from './test-service.js';

/** Who sends a request of a scenario. */
export type Role = 'nobody' | 'admin' | 'alice' | 'bob';

export interface Person {
  readonly user: User;
  readonly password: string;
  readonly token: string;
}

export const PASSWORD = 'Correct7Horse';
const PASSWORD_HASH = hashSync(PASSWORD, CHEAP_COST);

/** A client address that no other test has, for a service that believes its proxy. */
export const anAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

/**
 * A service with an administrator and two users, Alice and Bob: a new one, or the one at `TEST_BASE_URL`, whose
 * administrator is `TEST_ADMIN_USERNAME` with `TEST_ADMIN_PASSWORD`. There everything goes over HTTP, so that the
 * scenarios can check any service that keeps the contract; in a new one users are inserted into the database.
 */
export class World {
  readonly base: string;
  readonly people: Readonly<Record<Exclude<Role, 'nobody'>, Person>>;
  readonly #service: TestService | undefined;

  private constructor(base: string, people: World['people'], service: TestService | undefined) {
    this.base = base;
    this.people = people;
    this.#service = service;
  }

  /** @param passwords a `PasswordPool` where the expense of passwords matters */
  static async open(passwords?: Passwords): Promise<World> {
    const elsewhere = process.env.TEST_BASE_URL;
    const service = elsewhere === undefined ? await startTestService({}, passwords) : undefined;
    const base = elsewhere ?? service?.base ?? '';
    const credentials = {
      username: process.env.TEST_ADMIN_USERNAME ?? ADMIN.username,
      password: process.env.TEST_ADMIN_PASSWORD ?? ADMIN.password,
    };
    const admin = await signIn(base, credentials.username, credentials.password);
    const newcomer = (name: string) => createPerson(service, base, admin.token, name);
    const people = { admin, alice: await newcomer('alice'), bob: await newcomer('bob') };
    return new World(base, people, service);
  }

  async close(): Promise<void> {
    await this.#service?.close();
  }

  /** Sends a request as somebody; `{alice}` in the path stands for the id of Alice, and so on. */
  ask(request: HttpRequest, as: Role = 'nobody'): Promise<HttpResponse> {
    const path = request.path.replace(
      /\{(admin|alice|bob)\}/g,
      (_, who: Exclude<Role, 'nobody'>) => this.people[who].user.id,
    );
    const authorization = as === 'nobody' ? {} : { authorization: `Bearer ${this.people[as].token}` };
    return send(this.base, {
      ...request,
      path,
      headers: { 'x-forwarded-for': anAddress(), ...authorization, ...request.headers },
    });
  }

  /** A further user, signed in. */
  newcomer(name: string, role: User['role'] = 'user'): Promise<Person> {
    return createPerson(this.#service, this.base, this.people.admin.token, name, role);
  }

  /** Users without passwords. */
  async addUsers(usernames: readonly string[]): Promise<void> {
    const { db } = this.#service?.app.services ?? {};
    if (db === undefined) throw new Error('only a service in this process');
    await db.userRecords.insertAll(
      usernames.map((username, i) => ({
        username,
        email: i % 3 === 0 ? null : `${username}@example.org`,
        email_verified: false,
        role: 'user',
        password_hash: null,
        identities: [],
        created_at: Date.now(),
      })),
    );
  }

  /** A further session of somebody. */
  async signIn(person: Person): Promise<Session> {
    const { token } = await signIn(this.base, person.user.username, person.password);
    return { token, token_type: 'Bearer', expires_in: 0, user: person.user };
  }

  /** Whether a token is accepted. */
  async isAlive(token: string): Promise<boolean> {
    const { status } = await send(this.base, { path: '/api/auth/me', headers: { authorization: `Bearer ${token}` } });
    return status === 200;
  }
}

async function signIn(base: string, username: string, password: string): Promise<Person> {
  const headers = { 'x-forwarded-for': anAddress() };
  const answer = await send(base, { method: 'POST', path: '/api/auth/login', headers, body: { username, password } });
  expect(answer.status, answer.text).toBe(200);
  const session = answer.json as Session;
  return { user: session.user, password, token: session.token };
}

async function createPerson(
  service: TestService | undefined,
  base: string,
  adminToken: string,
  name: string,
  role: User['role'] = 'user',
): Promise<Person> {
  const username = `${name}-${randomBytes(4).toString('hex')}`;
  const email = `${username}@example.org`;
  if (service !== undefined) {
    const { db, tokens } = service.app.services;
    const origin = { ip: null, userAgent: null, requestId: null };
    const caller = { origin, actorId: undefined, log: service.app.log };
    const newUser = { username, email, emailVerified: true, passwordHash: PASSWORD_HASH, role };
    const { token, user } = await db.transaction(async (tx) =>
      openSession(tx, { tokens, caller }, await tx.users.insert(newUser)),
    );
    return { user, token, password: PASSWORD };
  }
  const body = { username, email, password: PASSWORD, role };
  const headers = { authorization: `Bearer ${adminToken}` };
  const created = await send(base, { method: 'POST', path: '/api/users/', headers, body });
  expect(created.status, created.text).toBe(201);
  return await signIn(base, username, PASSWORD);
}
