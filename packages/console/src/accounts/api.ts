import type * as contract from '@ownvoice/shared/contract';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { RequestError, type RequestOptions, request, SessionExpiredError } from '../http/request.js';

export interface UserFilter {
  search: string;
  role: contract.Role | '';
  sort: contract.UserSort;
  limit: number;
  offset: number;
  details: true;
}

export interface AuditFilter {
  event: contract.AuditEventName | '';
  user_id: string;
  /** Milliseconds since the Unix epoch, or empty. */
  from: number | '';
  to: number | '';
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
  const json = async <T>(path: string, options?: RequestOptions): Promise<T> =>
    (await send(path, options)).json() as Promise<T>;
  const get = <T>(path: string, signal?: AbortSignal) => json<T>(path, { signal });
  const post = <T>(path: string, body: unknown = {}) => json<T>(path, { method: 'POST', body });
  /** Of a response without a body. */
  const tell = async (path: string, body: unknown) => void (await send(path, { method: 'POST', body }));
  const remove = async (path: string, body?: unknown) => void (await send(path, { method: 'DELETE', body }));
  // Without the token: a sign-in must work while an expired one is still held.
  const signIn = async <T = contract.Session>(path: string, body: unknown) =>
    (await request(`/api/auth/${path}`, { method: 'POST', body })).json() as Promise<T>;
  const userPath = (id: string, more = '') => `/api/users/${encodeURIComponent(id)}${more}`;

  return {
    speechUrl: async () => ((await (await request('/health')).json()) as contract.AccountsHealth).speech_url,
    systemInfo: (signal?: AbortSignal) => get<contract.SystemInfo>('/api/auth/system-info', signal),
    providers: (signal?: AbortSignal) => get<contract.ProviderList>('/api/auth/providers', signal),
    exchangeCode: (code: string) => signIn('oauth/exchange', { code }),
    login: (credentials: contract.LoginBody) => signIn('login', credentials),
    register: (account: contract.RegisterBody) => signIn('register', account),
    setup: (account: contract.SetupBody) => signIn('setup', account),
    accept: (body: contract.AcceptBody) => signIn('accept', body),
    me: () => get<contract.User>('/api/auth/me'),
    logout: (all: boolean) => tell('/api/auth/logout', all ? { all } : {}),
    sessions: (signal?: AbortSignal) => get<contract.SessionList>('/api/auth/sessions', signal),
    endSession: (id: string) => remove(`/api/auth/sessions/${encodeURIComponent(id)}`),
    secondFactor: (signal?: AbortSignal) => get<contract.SecondFactor>('/api/auth/second-factor', signal),
    setUpSecondFactor: () => post<contract.SecondFactorSetup>('/api/auth/second-factor'),
    confirmSecondFactor: (code: contract.ConfirmSecondFactorBody) => tell('/api/auth/second-factor/confirm', code),
    renewRecoveryCodes: (proof: contract.FactorProofBody) =>
      post<contract.RecoveryCodes>('/api/auth/second-factor/recovery-codes', proof),
    disableSecondFactor: (proof: contract.FactorProofBody) => remove('/api/auth/second-factor', proof),
    passkeys: (signal?: AbortSignal) => get<contract.PasskeyList>('/api/auth/passkeys', signal),
    passkeyCreationOptions: () => post<PublicKeyCredentialCreationOptionsJSON>('/api/auth/passkeys/options'),
    addPasskey: (passkey: contract.AddPasskeyBody) => post<contract.Passkey>('/api/auth/passkeys', passkey),
    removePasskey: (id: string) => remove(`/api/auth/passkeys/${encodeURIComponent(id)}`),
    passkeyRequestOptions: () => signIn<PublicKeyCredentialRequestOptionsJSON>('passkeys/sign-in/options', {}),
    signInByPasskey: (credential: contract.PasskeySignInBody) => signIn('passkeys/sign-in', credential),
    changePassword: (passwords: contract.ChangePasswordBody) =>
      post<contract.Session>('/api/auth/change-password', passwords),
    resetPassword: (reset: contract.ResetPasswordBody) => tell('/api/auth/reset-password', reset),

    keys: (id: string, signal?: AbortSignal) => get<contract.ApiKeyList>(userPath(id, '/keys'), signal),
    createKey: (key: contract.CreateApiKeyBody) => post<contract.NewApiKey>('/api/auth/keys', key),
    deleteKey: (id: string, key: string) => remove(userPath(id, `/keys/${encodeURIComponent(key)}`)),
    deleteKeys: () => remove('/api/auth/keys'),
    invitations: (signal?: AbortSignal) => get<contract.InvitationList>('/api/users/invitations', signal),
    invite: (invitation: contract.CreateInvitationBody) =>
      post<contract.InvitationLink>('/api/users/invitations', invitation),
    deleteInvitation: (id: string) => remove(`/api/users/invitations/${encodeURIComponent(id)}`),
    resetLink: (id: string) => post<contract.ResetLink>(userPath(id, '/reset-link')),

    users: (filter: UserFilter, signal?: AbortSignal) =>
      get<contract.UserList>(`/api/users/?${queryString(filter)}`, signal),
    createUser: (user: contract.CreateUserBody) => post<contract.User>('/api/users/', user),
    updateUser: (id: string, body: contract.UpdateUserBody) =>
      json<contract.User>(userPath(id), { method: 'PUT', body }),
    deleteUser: (id: string) => remove(userPath(id)),
    identities: (id: string, signal?: AbortSignal) => get<contract.IdentityList>(userPath(id, '/identities'), signal),
    /** The address at a provider where the signed-in user links an identity; the browser comes back to this page. */
    linkIdentity: async (provider: contract.OAuthProvider) => {
      const body = { return_to: window.location.pathname };
      return (await post<contract.OAuthDeparture>(`/api/auth/oauth/${provider}`, body)).url;
    },
    unlinkIdentity: (id: string, provider: contract.OAuthProvider) => remove(userPath(id, `/identities/${provider}`)),
    removeSecondFactor: (id: string) => remove(userPath(id, '/second-factor')),
    removePasskeys: (id: string) => remove(userPath(id, '/passkeys')),
    stats: (signal?: AbortSignal) => get<contract.UserStats>('/api/users/stats', signal),
    audit: (filter: AuditFilter, page: { before: string; limit: number }, signal?: AbortSignal) =>
      get<contract.AuditPage>(`/api/users/audit?${queryString({ ...filter, ...page })}`, signal),
    auditTable: async (filter: AuditFilter) =>
      (await send(`/api/users/audit?${queryString({ ...filter, format: 'csv' })}`)).blob(),
  };
}

/** Omits empty and undefined values. */
function queryString(filter: object): string {
  const set = Object.entries(filter).filter(([, value]) => value !== '' && value !== undefined);
  return new URLSearchParams(set.map(([key, value]) => [key, String(value)])).toString();
}
