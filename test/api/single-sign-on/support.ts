import { API_PREFIX } from '../../../api/http/prefix.ts';
import { takeDownAtEnd } from '../../support/take-down.ts';
import { startOidcProvider } from '../../support/oidc-provider.ts';
import type { Accounts, TestProvider } from '../../support/oidc-provider.ts';
import { build } from '../support/build.ts';
import type { Answer, TestApi } from '../support/build.ts';
import type { OidcSettings } from '../../../engine/platform/config-oidc.ts';
import type { Config } from '../../../engine/platform/config.ts';

const PUBLIC_URL = 'https://mail.example.com/news';
const REDIRECT_URI = `${PUBLIC_URL}/console/single-sign-on`;

type Headers = Record<string, string>;

/** A browser that signs in to an API by a provider. */
export function signOnsOf(api: () => TestApi, provider: () => Pick<TestProvider, 'signIn'>) {
  let networks = 0;
  const call = async (method: 'POST' | 'PUT', headers: Headers, body?: object) => {
    const response = await api().inject({
      ...{ method, url: `${API_PREFIX}/single_sign_on` },
      remoteAddress: `10.8.${++networks >> 8}.${networks & 255}`,
      headers: { origin: 'https://mail.example.com', ...headers },
      ...(body !== undefined && { payload: body }),
    });
    const cookies = [response.headers['set-cookie'] ?? []].flat();
    return { ...response.json<Answer<any>>(), status: response.statusCode, cookies };
  };
  /** Begins a sign-on. @returns the address of the provider, and the cookie as a browser sends it */
  const start = async (headers: Headers = {}) => {
    const { data, cookies, ...answer } = await call('POST', headers);
    return { ...answer, cookies, url: (data as { url?: string } | null)?.url ?? '', cookie: sent(cookies[0]) };
  };
  const finish = (query: string, cookie: string) => call('PUT', { cookie }, { query });
  const signOn = async (login: string) => {
    const { url, cookie } = await start();
    return finish(await provider().signIn(url, login), cookie);
  };
  return { start, finish, signOn };
}

/** A cookie as a browser sends it. */
export function sent(setCookie = ''): string {
  return setCookie.split(';', 1)[0] ?? '';
}

/** Starts a provider and an API whose users sign in by it, for the tests of one file. */
export async function buildWithProvider(
  accounts: Accounts,
  { oidc = {}, ...settings }: { oidc?: Partial<OidcSettings> } & Partial<Omit<Config, 'oidc'>> = {},
): Promise<{ api: TestApi; provider: TestProvider }> {
  const provider = await startOidcProvider(REDIRECT_URI, accounts);
  const api = await build({ publicUrl: PUBLIC_URL, ...settings, oidc: { ...provider.settings, ...oidc } });
  takeDownAtEnd(() => provider.stop());
  return { api, provider };
}
