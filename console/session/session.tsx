import { createContext } from 'preact';
import type { ComponentChildren } from 'preact';
import { useContext, useMemo, useState } from 'preact/hooks';
import { createApi } from './api.ts';
import type { Api } from './api.ts';
import { hasCode } from './code-of-address.ts';

/** Whether the tab has a key, and the calls that it makes with it. */
export interface Session {
  /** Null while the tab has no key. */
  readonly api: Api | null;
  /** Reason for the end of the last session; null when the user ended it. */
  readonly notice: string | null;
  readonly signIn: (key: string) => void;
  readonly signOut: () => void;
}

/** Keeps the API key of this tab: in its session storage, which ends with the tab and is sent to no server. */
export function SessionProvider({ children }: { children: ComponentChildren }) {
  const [key, setKey] = useState(() => (hasCode() ? null : sessionStorage.getItem(ITEM)));
  const [notice, setNotice] = useState<string | null>(null);
  const session = useMemo((): Session => {
    const end = (why: string | null) => {
      sessionStorage.removeItem(ITEM);
      setKey(null);
      setNotice(why);
    };
    return {
      api: key === null ? null : createApi(key, () => end('The API key is no longer valid. Sign in with another one.')),
      notice,
      signIn: (entered) => {
        sessionStorage.setItem(ITEM, entered);
        setNotice(null);
        setKey(entered);
      },
      signOut: () => end(null),
    };
  }, [key, notice]);
  return <Context.Provider value={session}>{children}</Context.Provider>;
}

const ITEM = 'sluice.api-key';

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
