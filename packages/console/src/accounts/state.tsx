import type { Session, SystemInfo, User } from '@ownvoice/shared/contract';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { SessionEnded } from '../http/request.js';
import { type AccountsApi, accountsApi } from './api.js';
import { type StoredToken, storedToken, storeToken, takeTokenFromFragment, tokenOf } from './session.js';

/** Where the visitor stands with the server. */
export type Standing =
  | { kind: 'asking' }
  | { kind: 'unreachable'; error: unknown }
  | { kind: 'setup'; info: SystemInfo }
  | { kind: 'signed-out'; info: SystemInfo }
  /** `ended`: the server refused the token; what is on the page stays until someone signs in again. */
  | { kind: 'signed-in'; info: SystemInfo; user: User; expiresAt: number; ended: boolean };

export interface Accounts {
  api: AccountsApi;
  standing: Standing;
  /** Takes what a sign-in returned. */
  enter(session: Session): void;
  /** Forgets the token on this side; the server is told by `api.logout`. */
  leave(): void;
  /** The signed-in user's own record as the server now has it. */
  know(user: User): void;
  ask(): void;
}

const Context = createContext<Accounts | undefined>(undefined);

export function useAccounts(): Accounts {
  const accounts = useContext(Context);
  if (accounts === undefined) throw new Error('useAccounts needs AccountsProvider above it');
  return accounts;
}

export interface SignedIn extends Accounts {
  user: User;
  info: SystemInfo;
  expiresAt: number;
}

/** For pages that are shown to signed-in users only. */
export function useSignedIn(): SignedIn {
  const accounts = useAccounts();
  if (accounts.standing.kind !== 'signed-in') throw new Error('useSignedIn is for signed-in pages');
  const { user, info, expiresAt } = accounts.standing;
  return { ...accounts, user, info, expiresAt };
}

export function AccountsProvider({ children }: { children: ReactNode }) {
  const held = useRef<StoredToken | undefined>(undefined);
  const [standing, setStanding] = useState<Standing>({ kind: 'asking' });
  const [signIns, setSignIns] = useState(0);

  const hold = useCallback((token: StoredToken | undefined) => {
    held.current = token;
    storeToken(token);
  }, []);

  const api = useMemo(
    () =>
      accountsApi({
        token: () => held.current?.token,
        refused: () => {
          hold(undefined);
          setStanding((now) => (now.kind === 'signed-in' ? { ...now, ended: true } : now));
        },
      }),
    [hold],
  );

  const ask = useCallback(async () => {
    setStanding({ kind: 'asking' });
    try {
      const info = await api.systemInfo();
      const user = held.current === undefined ? undefined : await meOrNobody(api);
      const token = held.current;
      if (user !== undefined && token !== undefined) {
        setStanding({ kind: 'signed-in', info, user, expiresAt: token.expiresAt, ended: false });
      } else {
        setStanding({ kind: info.setup_required ? 'setup' : 'signed-out', info });
      }
    } catch (error) {
      setStanding({ kind: 'unreachable', error });
    }
  }, [api]);

  useEffect(() => {
    const brought = takeTokenFromFragment(window.location, window.history, Date.now());
    hold(brought ?? storedToken(Date.now()));
    void ask();
  }, [ask, hold]);

  // A new sign-in is a new object, so that pages ask again for what the session before could not give them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count of sign-ins is what makes it new
  const sessionApi = useMemo(() => ({ ...api }), [api, signIns]);

  const accounts = useMemo<Accounts>(
    () => ({
      api: sessionApi,
      standing,
      ask: () => void ask(),
      enter(session) {
        const token = tokenOf(session, Date.now());
        hold(token);
        setSignIns((count) => count + 1);
        setStanding((now) =>
          'info' in now
            ? {
                kind: 'signed-in',
                info: { ...now.info, setup_required: false },
                user: session.user,
                expiresAt: token.expiresAt,
                ended: false,
              }
            : now,
        );
      },
      leave() {
        hold(undefined);
        setStanding((now) => ('info' in now ? { kind: 'signed-out', info: now.info } : now));
      },
      know(user) {
        setStanding((now) => (now.kind === 'signed-in' ? { ...now, user } : now));
      },
    }),
    [sessionApi, standing, ask, hold],
  );
  return <Context value={accounts}>{children}</Context>;
}

/** The token's user; nobody when the server refuses the token. */
async function meOrNobody(api: AccountsApi): Promise<User | undefined> {
  try {
    return await api.me();
  } catch (error) {
    if (error instanceof SessionEnded) return undefined;
    throw error;
  }
}
