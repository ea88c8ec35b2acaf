import { createContext } from 'preact';
import type { ComponentChildren } from 'preact';
import { useContext, useEffect, useMemo, useState } from 'preact/hooks';
import { dataOf } from '../../client/index.ts';
import { holds } from '../../engine/domain/permissions.ts';
import type { Permission } from '../../engine/domain/permissions.ts';
import { createApi, findCaller } from './api.ts';
import type { Api, Caller, Credential } from './api.ts';
import { hasCode } from './code-of-address.ts';

/** The credential of the tab, its caller, and the calls that it makes with them. */
export interface Session {
  /** Null while the tab has neither a key nor a session. */
  readonly api: Api | null;
  /** Null until it is known. */
  readonly caller: Caller | null;
  /** Whether the browser is asked for a session, which takes one call. */
  readonly isOpening: boolean;
  /** Reason for the end of the last session; null when the user ended it. */
  readonly notice: string | null;
  /** Replaces what is known of the caller, after a change of it. */
  readonly setCaller: (caller: Caller) => void;
  readonly signIn: (credential: Credential, caller: Caller | null) => void;
  /** Ends the session, and forgets the key of the tab. @throws SluiceApiError when the session could not be ended */
  readonly signOut: () => Promise<void>;
}

interface SignedIn {
  readonly credential: Credential;
  readonly caller: Caller | null;
}

/**
 * Keeps the credential of this tab. A key is in its session storage, which ends with the tab and is sent to no server; the
 * cookie of a session is the browser's, and no script can read it.
 */
export function SessionProvider({ children }: { children: ComponentChildren }) {
  const [signedIn, setSignedIn] = useState<SignedIn | null>(keyOfTab);
  const [isOpening, setOpening] = useState(() => signedIn === null && !hasCode());
  const [notice, setNotice] = useState<string | null>(null);
  useEffect(() => {
    if (!isOpening) return;
    findCaller(null)
      .then((caller) => caller && setSignedIn({ credential: null, caller }))
      // Whatever keeps it from being known, the sign-in says it when it is used.
      .catch(() => undefined)
      .finally(() => setOpening(false));
  }, []);
  const credential = signedIn?.credential;
  const api = useMemo(() => {
    if (credential === undefined) return null;
    const read = () => findCaller(credential).then((caller) => caller && setCaller(caller));
    return createApi(credential, {
      onRefused: () => end(credential === null ? SESSION_ENDED : KEY_REFUSED),
      // Role or permissions may have changed, or there are terms to agree to; the page says what was refused.
      onForbidden: () => void read().catch(() => undefined),
    });
  }, [credential]);
  const setCaller = (caller: Caller) => setSignedIn((known) => known && { ...known, caller });
  const end = (why: string | null) => {
    sessionStorage.removeItem(ITEM);
    setSignedIn(null);
    setNotice(why);
  };
  useEffect(() => {
    if (api === null || signedIn?.caller !== null) return;
    dataOf(api.client.GET('/session')).then(
      setCaller,
      // The pages say what is wrong with the service.
      () => undefined,
    );
  }, [api]);
  const session: Session = {
    api,
    caller: signedIn?.caller ?? null,
    isOpening,
    notice,
    setCaller,
    signIn: (entered, caller) => {
      if (entered !== null) sessionStorage.setItem(ITEM, entered);
      setNotice(null);
      setSignedIn({ credential: entered, caller });
    },
    signOut: async () => {
      if (credential === null && api !== null) await dataOf(api.client.DELETE('/session'));
      end(null);
    },
  };
  return <Context.Provider value={session}>{children}</Context.Provider>;
}

const ITEM = 'sluice.api-key';
const KEY_REFUSED = 'The API key is no longer valid. Sign in with another one.';
const SESSION_ENDED = 'Your session has ended. Sign in again.';

function keyOfTab(): SignedIn | null {
  const key = hasCode() ? null : sessionStorage.getItem(ITEM);
  return key === null ? null : { credential: key, caller: null };
}

const Context = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(Context);
  if (session === null) throw new Error('useSession needs a SessionProvider.');
  return session;
}

/** The calls of the API. For pages, which are shown to a signed-in user only. */
export function useApi(): Api {
  const { api } = useSession();
  if (api === null) throw new Error('useApi needs a key.');
  return api;
}

/** Whether the caller is an administrator; true while that is not known, as the service decides in any case. */
export function useIsAdmin(): boolean {
  return useSession().caller?.role !== 'standard';
}

/** Returns whether the caller may do something: the service refuses what a page offers in spite of it. */
export function useMay(): (permission: Permission) => boolean {
  const { caller } = useSession();
  return (permission) => caller?.role !== 'standard' || holds(caller.user?.permissions ?? {}, permission);
}
