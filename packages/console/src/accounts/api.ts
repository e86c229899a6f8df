import type {
  AcceptBody,
  AccountsHealth,
  AddPasskeyBody,
  ApiKeyList,
  AuditEventName,
  AuditPage,
  ChangePasswordBody,
  ConfirmSecondFactorBody,
  CreateApiKeyBody,
  CreateInvitationBody,
  CreateUserBody,
  FactorProofBody,
  IdentityList,
  InvitationLink,
  InvitationList,
  LoginBody,
  NewApiKey,
  OAuthDeparture,
  OAuthProvider,
  Passkey,
  PasskeyList,
  PasskeySignInBody,
  ProviderList,
  RecoveryCodes,
  RegisterBody,
  ResetLink,
  ResetPasswordBody,
  Role,
  SecondFactor,
  SecondFactorSetup,
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
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
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

/** Where the bearer token comes from, and what happens when the server rejects it. */
export interface TokenSource {
  token(): string | undefined;
  onRejected(): void;
  /** The server wants a second factor to be set up before anything else. */
  onSetupRequired(): void;
  /** Asks for the user's password, with which `retry` sends the request again. @throws `cause` when the user declines */
  onPasswordRequired(retry: (password: string) => Promise<Response>, cause: RequestError): Promise<Response>;
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
      if (token === undefined || !(error instanceof RequestError)) throw error;
      if (error.code === 'second_factor_setup_required' && token === source.token()) source.onSetupRequired();
      if (error.code === 'recent_sign_in_required') {
        const retry = (password: string) =>
          send(path, { ...options, body: { ...Object(options.body), current_password: password } });
        return await source.onPasswordRequired(retry, error);
      }
      if (error.status !== 401) throw error;
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
  const postWithoutToken = async <T>(path: string, body: unknown): Promise<T> =>
    (await request(path, { method: 'POST', body })).json() as Promise<T>;

  return {
    /** The page of the speech service, if there is one. */
    speechUrl: async (signal?: AbortSignal) =>
      ((await (await request('/health', { signal })).json()) as AccountsHealth).speech_url,
    systemInfo: (signal?: AbortSignal) => json<SystemInfo>('/api/auth/system-info', { signal }),
    providers: (signal?: AbortSignal) => json<ProviderList>('/api/auth/providers', { signal }),
    exchangeCode: (code: string) => postWithoutToken<Session>('/api/auth/oauth/exchange', { code }),
    login: (credentials: LoginBody) => postWithoutToken<Session>('/api/auth/login', credentials),
    register: (account: RegisterBody) => postWithoutToken<Session>('/api/auth/register', account),
    setup: (account: SetupBody) => postWithoutToken<Session>('/api/auth/setup', account),
    accept: (body: AcceptBody) => postWithoutToken<Session>('/api/auth/accept', body),
    me: () => json<User>('/api/auth/me'),
    logout: async (all: boolean) => void (await send('/api/auth/logout', post(all ? { all } : {}))),
    sessions: (signal?: AbortSignal) => json<SessionList>('/api/auth/sessions', { signal }),
    endSession: async (id: string) =>
      void (await send(`/api/auth/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' })),
    secondFactor: (signal?: AbortSignal) => json<SecondFactor>('/api/auth/second-factor', { signal }),
    setUpSecondFactor: () => json<SecondFactorSetup>('/api/auth/second-factor', post()),
    confirmSecondFactor: async (code: ConfirmSecondFactorBody) =>
      void (await send('/api/auth/second-factor/confirm', post(code))),
    renewRecoveryCodes: (proof: FactorProofBody) =>
      json<RecoveryCodes>('/api/auth/second-factor/recovery-codes', post(proof)),
    disableSecondFactor: async (proof: FactorProofBody) =>
      void (await send('/api/auth/second-factor', { method: 'DELETE', body: proof })),
    passkeys: (signal?: AbortSignal) => json<PasskeyList>('/api/auth/passkeys', { signal }),
    passkeyCreationOptions: () => json<PublicKeyCredentialCreationOptionsJSON>('/api/auth/passkeys/options', post()),
    addPasskey: (passkey: AddPasskeyBody) => json<Passkey>('/api/auth/passkeys', post(passkey)),
    removePasskey: async (id: string) =>
      void (await send(`/api/auth/passkeys/${encodeURIComponent(id)}`, { method: 'DELETE' })),
    passkeyRequestOptions: () =>
      postWithoutToken<PublicKeyCredentialRequestOptionsJSON>('/api/auth/passkeys/sign-in/options', {}),
    signInByPasskey: (credential: PasskeySignInBody) =>
      postWithoutToken<Session>('/api/auth/passkeys/sign-in', credential),
    changePassword: (passwords: ChangePasswordBody) => json<Session>('/api/auth/change-password', post(passwords)),
    resetPassword: async (reset: ResetPasswordBody) => void (await send('/api/auth/reset-password', post(reset))),

    keys: (id: string, signal?: AbortSignal) =>
      json<ApiKeyList>(`/api/users/${encodeURIComponent(id)}/keys`, { signal }),
    createKey: (key: CreateApiKeyBody) => json<NewApiKey>('/api/auth/keys', post(key)),
    deleteKey: async (id: string, key: string) =>
      void (await send(`/api/users/${encodeURIComponent(id)}/keys/${encodeURIComponent(key)}`, { method: 'DELETE' })),
    deleteKeys: async () => void (await send('/api/auth/keys', { method: 'DELETE' })),
    invitations: (signal?: AbortSignal) => json<InvitationList>('/api/users/invitations', { signal }),
    invite: (invitation: CreateInvitationBody) => json<InvitationLink>('/api/users/invitations', post(invitation)),
    deleteInvitation: async (id: string) =>
      void (await send(`/api/users/invitations/${encodeURIComponent(id)}`, { method: 'DELETE' })),
    resetLink: (id: string) => json<ResetLink>(`/api/users/${encodeURIComponent(id)}/reset-link`, post()),

    users: (filter: UserFilter, signal?: AbortSignal) =>
      json<UserList>(`/api/users/?${queryString(filter)}`, { signal }),
    user: (id: string, signal?: AbortSignal) => json<User>(`/api/users/${encodeURIComponent(id)}`, { signal }),
    createUser: (user: CreateUserBody) => json<User>('/api/users/', post(user)),
    updateUser: (id: string, change: UpdateUserBody) =>
      json<User>(`/api/users/${encodeURIComponent(id)}`, { method: 'PUT', body: change }),
    deleteUser: async (id: string) => void (await send(`/api/users/${encodeURIComponent(id)}`, { method: 'DELETE' })),
    identities: (id: string, signal?: AbortSignal) =>
      json<IdentityList>(`/api/users/${encodeURIComponent(id)}/identities`, { signal }),
    /** The address at a provider where the signed-in user links an identity; the browser comes back to this page. */
    linkIdentity: async (provider: OAuthProvider) =>
      (await json<OAuthDeparture>(`/api/auth/oauth/${provider}`, post({ return_to: window.location.pathname }))).url,
    unlinkIdentity: async (id: string, provider: OAuthProvider) =>
      void (await send(`/api/users/${encodeURIComponent(id)}/identities/${provider}`, {
        method: 'DELETE',
      })),
    removeSecondFactor: async (id: string) =>
      void (await send(`/api/users/${encodeURIComponent(id)}/second-factor`, { method: 'DELETE' })),
    removePasskeys: async (id: string) =>
      void (await send(`/api/users/${encodeURIComponent(id)}/passkeys`, { method: 'DELETE' })),
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
