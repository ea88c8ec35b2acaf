import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import type { OidcSettings } from '../../engine/platform/config-oidc.ts';
import { signInAtProvider } from './sign-in-at-provider.ts';

/** The claims of an account by its login; any other login is an address that is not verified. */
export type Accounts = Record<string, { email?: string; email_verified?: boolean; name?: string }>;

/** A real provider of OpenID Connect on loopback, with a page on which any password signs in. */
export interface TestProvider {
  readonly settings: OidcSettings;
  /** May be changed at any time. */
  readonly accounts: Accounts;
  /** Signs in, as a browser does that an address of the provider was given to. @returns the query of the address that it leads back to */
  signIn(url: string, login: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a provider with one client, which is led back to `redirectUri`. */
export async function startOidcProvider(redirectUri: string, accounts: Accounts): Promise<TestProvider> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [clientId, clientSecret] = ['sluice', 'a secret of the client'];
  const provider = new Provider(issuer, {
    clients: [
      {
        ...{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] },
        ...{ grant_types: ['authorization_code'], response_types: ['code'] },
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a key of cookies'] },
    features: { devInteractions: { enabled: true } },
    findAccount: (_context, login) => ({
      accountId: login,
      claims: () => Promise.resolve({ sub: login, ...(accounts[login] ?? { email: login, email_verified: false }) }),
    }),
    // Each account has agreed to give its claims to the client.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session?.accountId ?? '' });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => void answer(request, response));
  return {
    settings: {
      ...{ issuer, clientId, clientSecret, name: 'Acme' },
      ...{ allowedDomains: [], organizationId: null, createRole: null },
    },
    accounts,
    signIn: (url, login) => signInAtProvider(url, login, redirectUri),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
