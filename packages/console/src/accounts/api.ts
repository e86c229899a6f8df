import type {
  AuditEventName,
  AuditPage,
  ChangePasswordBody,
  CreateUserBody,
  LoginBody,
  RegisterBody,
  Role,
  Session,
  SetupBody,
  SystemInfo,
  UpdateUserBody,
  User,
  UserList,
  UserSort,
  UserStats,
} from '@ownvoice/shared/contract';
import { RequestFailed, type RequestOptions, request, SessionEnded } from '../http/request.js';
import { text } from './text.js';

export interface UserQuery {
  search: string;
  role: Role | '';
  sort: UserSort;
  limit: number;
  offset: number;
}

export interface AuditQuery {
  event: AuditEventName | '';
  user_id: string;
  before: string;
  limit: number;
}

/** Who calls: the bearer token, and what happens when the server no longer takes it. */
export interface Caller {
  token(): string | undefined;
  refused(): void;
}

export type AccountsApi = ReturnType<typeof accountsApi>;

/**
 * The accounts service as functions. Each throws `RequestFailed`. A 401 to a request that carried a token is told to
 * the caller, so that the page can ask to sign in again, and thrown as `SessionEnded`.
 */
export function accountsApi(caller: Caller) {
  async function send(path: string, options: RequestOptions = {}): Promise<Response> {
    const token = caller.token();
    try {
      return await request(path, { ...options, token }, text.failures);
    } catch (error) {
      if (token === undefined || !(error instanceof RequestFailed) || error.status !== 401) throw error;
      if (token === caller.token()) caller.refused();
      throw new SessionEnded(error.message, { cause: error });
    }
  }
  async function json<T>(path: string, options?: RequestOptions): Promise<T> {
    return (await send(path, options)).json() as Promise<T>;
  }
  const post = (body?: unknown): RequestOptions => ({ method: 'POST', body: body ?? {} });
  // A sign-in is a fresh start: a token that has just died must not be sent along and refused.
  const publicPost = async (path: string, body: unknown): Promise<Session> =>
    (await request(path, { method: 'POST', body }, text.failures)).json() as Promise<Session>;

  return {
    systemInfo: (signal?: AbortSignal) => json<SystemInfo>('/api/auth/system-info', { signal }),
    login: (credentials: LoginBody) => publicPost('/api/auth/login', credentials),
    register: (account: RegisterBody) => publicPost('/api/auth/register', account),
    setup: (account: SetupBody) => publicPost('/api/auth/setup', account),
    me: () => json<User>('/api/auth/me'),
    logout: async (all: boolean) => void (await send('/api/auth/logout', post(all ? { all } : {}))),
    changePassword: (passwords: ChangePasswordBody) => json<Session>('/api/auth/change-password', post(passwords)),
    resetPassword: async (user_id: string, new_password: string) =>
      void (await send('/api/auth/reset-password', post({ user_id, new_password }))),

    users: (query: UserQuery, signal?: AbortSignal) => json<UserList>(`/api/users/?${search(query)}`, { signal }),
    user: (id: string, signal?: AbortSignal) => json<User>(`/api/users/${encodeURIComponent(id)}`, { signal }),
    createUser: (user: CreateUserBody) => json<User>('/api/users/', post(user)),
    updateUser: (id: string, change: UpdateUserBody) =>
      json<User>(`/api/users/${encodeURIComponent(id)}`, { method: 'PUT', body: change }),
    deleteUser: async (id: string) => void (await send(`/api/users/${encodeURIComponent(id)}`, { method: 'DELETE' })),
    stats: (signal?: AbortSignal) => json<UserStats>('/api/users/stats', { signal }),
    audit: (query: AuditQuery, signal?: AbortSignal) =>
      json<AuditPage>(`/api/users/audit?${search(query)}`, { signal }),
  };
}

/** The query string of what is set. */
function search(query: object): string {
  const set = Object.entries(query).filter(([, value]) => value !== '' && value !== undefined);
  return new URLSearchParams(set.map(([key, value]) => [key, String(value)])).toString();
}
