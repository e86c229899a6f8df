import type {
  AuditEventName,
  AuditPage,
  ChangePasswordBody,
  CreateUserBody,
  IdentityList,
  LoginBody,
  OAuthProvider,
  ProofBody,
  RegisterBody,
  ResetPasswordBody,
  Role,
  Session,
  SessionList,
  SetupBody,
  SystemInfo,
  UpdateUserBody,
  User,
  UserList,
  UserSort,
  UserStats,
} from '@ownvoice/shared/contract';
import { RequestError, type RequestOptions, request, SessionExpiredError } from '../http/request.js';

export interface UserFilter {
  search: string;
  role: Role | '';
  sort: UserSort;
  limit: number;
  offset: number;
}

export interface AuditFilter {
  event: AuditEventName | '';
  user_id: string;
  before: string;
  limit: number;
}

/** Where the bearer token comes from, and who is told when the server rejects it. */
export interface TokenSource {
  token(): string | undefined;
  onRejected(): void;
}

export type AccountsApi = ReturnType<typeof accountsApi>;

/**
 * The client of the accounts service.
 * @throws {SessionExpiredError} from each function on a 401 to a request with a token
 * @throws {RequestError} from each function on any other failure
 */
export function accountsApi(source: TokenSource) {
  async function send(path: string, options: RequestOptions = {}): Promise<Response> {
    const token = source.token();
    try {
      return await request(path, { ...options, token });
    } catch (error) {
      if (token === undefined || !(error instanceof RequestError) || error.status !== 401) throw error;
      // A late 401 of an old token must not end a newer session.
      if (token === source.token()) source.onRejected();
      throw new SessionExpiredError(error.message, { cause: error });
    }
  }
  async function json<T>(path: string, options?: RequestOptions): Promise<T> {
    return (await send(path, options)).json() as Promise<T>;
  }
  const post = (body?: unknown): RequestOptions => ({ method: 'POST', body: body ?? {} });
  // Without the token: a sign-in must work while an expired one is still held.
  const postWithoutToken = async (path: string, body: unknown): Promise<Session> =>
    (await request(path, { method: 'POST', body })).json() as Promise<Session>;

  return {
    systemInfo: (signal?: AbortSignal) => json<SystemInfo>('/api/auth/system-info', { signal }),
    login: (credentials: LoginBody) => postWithoutToken('/api/auth/login', credentials),
    register: (account: RegisterBody) => postWithoutToken('/api/auth/register', account),
    setup: (account: SetupBody) => postWithoutToken('/api/auth/setup', account),
    me: () => json<User>('/api/auth/me'),
    logout: async (all: boolean) => void (await send('/api/auth/logout', post(all ? { all } : {}))),
    sessions: (signal?: AbortSignal) => json<SessionList>('/api/auth/sessions', { signal }),
    endSession: async (id: string) =>
      void (await send(`/api/auth/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' })),
    changePassword: (passwords: ChangePasswordBody) => json<Session>('/api/auth/change-password', post(passwords)),
    resetPassword: async (reset: ResetPasswordBody) => void (await send('/api/auth/reset-password', post(reset))),

    users: (filter: UserFilter, signal?: AbortSignal) =>
      json<UserList>(`/api/users/?${queryString(filter)}`, { signal }),
    user: (id: string, signal?: AbortSignal) => json<User>(`/api/users/${encodeURIComponent(id)}`, { signal }),
    createUser: (user: CreateUserBody) => json<User>('/api/users/', post(user)),
    updateUser: (id: string, change: UpdateUserBody) =>
      json<User>(`/api/users/${encodeURIComponent(id)}`, { method: 'PUT', body: change }),
    deleteUser: async (id: string) => void (await send(`/api/users/${encodeURIComponent(id)}`, { method: 'DELETE' })),
    identities: (id: string, signal?: AbortSignal) =>
      json<IdentityList>(`/api/users/${encodeURIComponent(id)}/identities`, { signal }),
    unlinkIdentity: async (id: string, provider: OAuthProvider, proof: ProofBody) =>
      void (await send(`/api/users/${encodeURIComponent(id)}/identities/${provider}`, {
        method: 'DELETE',
        body: proof,
      })),
    stats: (signal?: AbortSignal) => json<UserStats>('/api/users/stats', { signal }),
    audit: (filter: AuditFilter, signal?: AbortSignal) =>
      json<AuditPage>(`/api/users/audit?${queryString(filter)}`, { signal }),
  };
}

/** Omits empty and undefined values. */
function queryString(filter: object): string {
  const set = Object.entries(filter).filter(([, value]) => value !== '' && value !== undefined);
  return new URLSearchParams(set.map(([key, value]) => [key, String(value)])).toString();
}
