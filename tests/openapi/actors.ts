import { randomBytes } from 'node:crypto';
import { type AccountService, ADMIN } from '../processes/accounts.js';
import type { Answer } from './conformance.js';

export type Role = 'nobody' | 'user' | 'admin';

interface Account {
  id: string;
  token: string;
}

/** Sends requests as nobody, as a user and as an administrator, whose sessions are renewed when a request ended them. */
export class Actors {
  /** The service's `PUBLIC_URL`, which passkeys belong to. */
  readonly publicUrl: string;
  readonly #service: AccountService;
  readonly #accounts = new Map<Role, Account>();
  #requests = 0;

  constructor(service: AccountService, publicUrl: string) {
    this.publicUrl = publicUrl;
    this.#service = service;
  }

  /** The id of the account that requests of a role are sent by. */
  async idOf(role: 'user' | 'admin'): Promise<string> {
    return (await this.#account(role)).id;
  }

  async send(role: Role, method: string, path: string, body?: unknown): Promise<Answer> {
    const token = role === 'nobody' ? undefined : (await this.#account(role)).token;
    const answer = await this.#request(method, path, token, body);
    const mayHaveEnded = answer.status === 401 || (answer.status < 300 && /logout|password/.test(path));
    // Another session costs a password hash; most 401s are about what was sent.
    if (token !== undefined && mayHaveEnded && (await this.#request('GET', '/api/auth/me', token)).status === 401)
      this.#accounts.delete(role);
    return answer;
  }

  async #account(role: 'user' | 'admin'): Promise<Account> {
    const known = this.#accounts.get(role);
    if (known !== undefined) return known;
    const { username, password } = ADMIN;
    const fresh = { username: `user-${randomBytes(6).toString('hex')}`, password: 'Fuzzing-1' };
    const answer =
      role === 'admin'
        ? await this.#request('POST', '/api/auth/login', undefined, { username, password })
        : await this.#request('POST', '/api/auth/register', undefined, fresh);
    if (answer.status >= 300) throw new Error(`no session for ${role}: ${answer.status} ${answer.text}`);
    const { token, user } = JSON.parse(answer.text) as { token: string; user: { id: string } };
    const account = { id: user.id, token };
    this.#accounts.set(role, account);
    return account;
  }

  /** Every request comes from another address, so that limits for one client don't end the test before it begins. */
  async #request(method: string, path: string, token: string | undefined, body?: unknown): Promise<Answer> {
    this.#requests += 1;
    const response = await fetch(this.#service.origin + path, {
      method,
      redirect: 'manual',
      headers: {
        'x-forwarded-for': `203.0.${(this.#requests >> 8) & 255}.${this.#requests & 255}`,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }
}
