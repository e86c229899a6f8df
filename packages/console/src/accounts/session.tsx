import type { OAuthProvider, Session, SystemInfo, User } from '@ownvoice/shared/contract';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { RequestError, SessionExpiredError } from '../http/request.js';
import { type StoredToken, storedToken, storeToken, takeSignInFromFragment, tokenOf } from '../http/token-storage.js';
import { type AccountsApi, accountsApi } from './api.js';
import { restoreRoute } from './route.js';

/** What the page knows of the service before anybody signs in. */
export interface ServiceInfo extends SystemInfo {
  providerNames: Partial<Record<OAuthProvider, string>>;
  /** The page of the speech service, if there is one. */
  speechUrl: string | undefined;
}

interface SignedIn {
  kind: 'signed-in';
  info: ServiceInfo;
  user: User;
  expiresAt: number;
  /** The server rejected the token. The page stays as it is until someone signs in again. */
  expired: boolean;
  /** The server rejects everything else until the user has a second factor. */
  setupRequired: boolean;
}

export type SessionState =
  | { kind: 'loading' }
  | { kind: 'unreachable'; error: unknown }
  | { kind: 'setup' | 'signed-out'; info: ServiceInfo }
  | SignedIn;

/** A request that the service rejected until the user gives the password. */
export interface PasswordPrompt {
  /** Sends the request again. */
  retry(password: string): Promise<void>;
  decline(): void;
}

export interface SessionControl {
  api: AccountsApi;
  state: SessionState;
  /** Why single sign-on has failed. */
  signInError: RequestError | undefined;
  /** Whether single sign-on has dropped the ways to sign in that the account had. */
  hasTakenOver: boolean;
  /** The request that waits for the user's password. */
  passwordPrompt: PasswordPrompt | undefined;
  /** Whether the user stays signed in when the page is reloaded. */
  isKept: boolean;
  /** Signs in with the response of a sign-in, a registration or a set-up. */
  startSession(session: Session): void;
  /** Drops the token. `api.logout` revokes it on the server. */
  endSession(): void;
  /** Changes what the page knows of the signed-in user. */
  update(change: Partial<SignedIn>): void;
  reload(): void;
}

const Context = createContext<SessionControl | undefined>(undefined);

export function useSession(): SessionControl {
  const control = useContext(Context);
  if (control === undefined) throw new Error('useSession must be used within a SessionProvider');
  return control;
}

/** For components that render only while a user is signed in. */
export function useSignedIn() {
  const control = useSession();
  if (control.state.kind !== 'signed-in') throw new Error('useSignedIn must be used while a user is signed in');
  return { ...control, ...control.state };
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const tokenRef = useRef<StoredToken | undefined>(undefined);
  const [isKept, setIsKept] = useState(true);
  const [state, setState] = useState<SessionState>({ kind: 'loading' });
  const [passwordPrompt, setPasswordPrompt] = useState<PasswordPrompt>();
  const [signInError, setSignInError] = useState<RequestError>();
  const [hasTakenOver, setHasTakenOver] = useState(false);
  const [sessionCount, setSessionCount] = useState(0);

  const setToken = (token: StoredToken | undefined) => {
    tokenRef.current = token;
    setIsKept(storeToken(token));
  };
  const update = (change: Partial<SignedIn>) =>
    setState((current) => (current.kind === 'signed-in' ? { ...current, ...change } : current));

  // A new object for each session: pages fetch again what failed when the previous session expired.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `sessionCount` is what makes the object new
  const api = useMemo(
    () =>
      accountsApi({
        token: () => tokenRef.current?.token,
        onRejected: () => {
          setToken(undefined);
          update({ expired: true });
        },
        onSetupRequired: () => update({ setupRequired: true }),
        onPasswordRequired: (retry, cause) =>
          new Promise<Response>((resolve, reject) => {
            setPasswordPrompt({
              async retry(password) {
                try {
                  resolve(await retry(password));
                } catch (error) {
                  if (error instanceof RequestError && error.code === 'wrong_password') throw error;
                  reject(error);
                }
                setPasswordPrompt(undefined);
              },
              decline() {
                reject(cause);
                setPasswordPrompt(undefined);
              },
            });
          }),
      }),
    [sessionCount],
  );

  const load = async () => {
    setState({ kind: 'loading' });
    try {
      const info = await serviceInfo(api);
      const user = tokenRef.current === undefined ? undefined : await currentUser(api);
      const token = tokenRef.current;
      if (user !== undefined && token !== undefined) setState(signedIn(info, user, token));
      else setState({ kind: info.setup_required ? 'setup' : 'signed-out', info });
    } catch (error) {
      setState({ kind: 'unreachable', error });
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is opened
  useEffect(() => {
    const { code, error, hasTakenOver: takenOver = false } = takeSignInFromFragment(window.location, window.history);
    if (code !== undefined || error !== undefined) restoreRoute();
    if (error !== undefined) setSignInError(new RequestError('', 400, error));
    setToken(storedToken(Date.now()));
    const signIn = async () => {
      if (code === undefined) return;
      try {
        setToken(tokenOf(await api.exchangeCode(code), Date.now()));
        setHasTakenOver(takenOver);
      } catch (failure) {
        setSignInError(failure instanceof RequestError ? failure : new RequestError('', 400, 'invalid_state'));
      }
    };
    void signIn().then(load);
  }, []);

  const control: SessionControl = {
    api,
    state,
    signInError,
    hasTakenOver,
    passwordPrompt,
    isKept,
    update,
    reload: () => void load(),
    startSession(session) {
      const token = tokenOf(session, Date.now());
      setToken(token);
      setSessionCount((count) => count + 1);
      setSignInError(undefined);
      setState((current) =>
        'info' in current ? signedIn({ ...current.info, setup_required: false }, session.user, token) : current,
      );
    },
    endSession() {
      setToken(undefined);
      setHasTakenOver(false);
      setState((current) => ('info' in current ? { kind: 'signed-out', info: current.info } : current));
    },
  };
  return <Context value={control}>{children}</Context>;
}

const signedIn = (info: ServiceInfo, user: User, { expiresAt }: StoredToken): SessionState => ({
  kind: 'signed-in',
  info,
  user,
  expiresAt,
  expired: false,
  setupRequired: false,
});

/** The user of the token; undefined when the server rejects the token. */
async function currentUser(api: AccountsApi): Promise<User | undefined> {
  try {
    return await api.me();
  } catch (error) {
    if (error instanceof SessionExpiredError) return undefined;
    throw error;
  }
}

async function serviceInfo(api: AccountsApi): Promise<ServiceInfo> {
  const [info, { providers }, speechUrl] = await Promise.all([api.systemInfo(), api.providers(), api.speechUrl()]);
  return {
    ...info,
    speechUrl,
    providerNames: Object.fromEntries(providers.map(({ provider, name }) => [provider, name])),
  };
}
