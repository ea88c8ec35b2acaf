import type { ClientAuth, Configuration, IDToken, UserInfoResponse, CustomFetchOptions } from 'openid-client';
import type { OidcSettings } from '../platform/config-oidc.ts';
import { withTimeout } from '../platform/timeouts.ts';
import { faultOf } from './fault.ts';
import { isProtectedUrl } from '../platform/config-oidc.ts';

/** Secrets that bind the answer of the provider to the browser that began the sign-on. */
export interface SignOnSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The account with which a user has signed in at the provider, as the provider states it. */
export interface OidcIdentity {
  readonly email: string | null;
  /** Whether the provider states that the address was verified. */
  readonly isVerified: boolean;
  readonly name: string | null;
}

/** A provider of OpenID Connect. Each call is answered within a bounded time. @throws OidcFault */
export interface OidcProvider {
  /** Makes the address at which the user signs in. */
  begin(): Promise<{ readonly url: string; readonly secrets: SignOnSecrets }>;
  /** Exchanges the answer of the provider, the query of the address that it led back to, for the account. */
  redeem(query: string, secrets: SignOnSecrets): Promise<OidcIdentity>;
  /** Reads the document of the issuer again. */
  check(): Promise<void>;
}

/** Milliseconds for a sign-on to begin or to end, and for one call of the provider. */
const ANSWER_MS = 8_000;
const CALL_SECONDS = 5;
/** Time for which the document of the issuer is used. */
const DOCUMENT_MS = 3_600_000;

/** The library is loaded when it is first used. */
const load = () => import('openid-client');

/**
 * Makes the sign-on of a provider: the authorization code flow with PKCE, state and nonce, in which the signature of the token is
 * checked. @param redirectUri the address that the provider leads back to
 */
export function createOidcProvider(settings: OidcSettings, redirectUri: string): OidcProvider {
  let document: { readonly configuration: Promise<Configuration>; readonly readAt: number } | null = null;
  const read = (): Promise<Configuration> => {
    if (document !== null && performance.now() - document.readAt < DOCUMENT_MS) return document.configuration;
    const configuration = discover(settings);
    document = { configuration, readAt: performance.now() };
    // A failure is not kept.
    configuration.catch(() => {
      if (document?.configuration === configuration) document = null;
    });
    return configuration;
  };
  const bounded = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await withTimeout(ANSWER_MS, work());
    } catch (error) {
      throw faultOf(error);
    }
  };
  return {
    begin: () =>
      bounded(async () => {
        const [client, configuration] = await Promise.all([load(), read()]);
        const secrets = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
        };
        const url = client.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state: secrets.state,
          nonce: secrets.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
          code_challenge_method: 'S256',
        });
        return { url: url.href, secrets };
      }),
    redeem: (query, { state, nonce, verifier }) =>
      bounded(async () => {
        const [client, configuration] = await Promise.all([load(), read()]);
        const tokens = await client.authorizationCodeGrant(configuration, new URL(`${redirectUri}?${query}`), {
          ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new Error('There is no ID token.');
        // Many providers give the address to those alone who call for it.
        if (claims.email !== undefined) return identityOf(claims);
        return identityOf(await client.fetchUserInfo(configuration, tokens.access_token, claims.sub));
      }),
    check: () =>
      bounded(async () => {
        await discover(settings);
      }),
  };
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<Configuration> {
  const client = await load();
  const isPlain = new URL(issuer).protocol === 'http:';
  const basic = client.ClientSecretBasic(clientSecret);
  const post = client.ClientSecretPost(clientSecret);
  // By the standard a provider that names no methods takes the header.
  const authenticate: ClientAuth = (server, ...call) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...call);
  };
  return client.discovery(new URL(issuer), clientId, {}, authenticate, {
    // The addresses that are called are checked in any case.
    execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
    timeout: CALL_SECONDS,
    [client.customFetch]: boundedFetch,
  });
}

function identityOf(claims: IDToken | UserInfoResponse): OidcIdentity {
  const { email, email_verified: isVerified, name } = claims;
  return {
    email: typeof email === 'string' ? email : null,
    isVerified: isVerified === true,
    name: typeof name === 'string' ? name : null,
  };
}

/** Bytes of an answer that are read. */
const MAX_BYTES = 1024 * 1024;

/**
 * Calls a provider: over TLS or on this machine only, without following redirects, and for a bounded answer. The addresses come from the
 * document of the issuer, which may name other hosts. @throws Error without what was sent
 */
async function boundedFetch(address: string, call: CustomFetchOptions): Promise<Response> {
  if (!isProtectedUrl(address)) throw new UnprotectedAddress();
  const { method, headers, body = null, signal = null } = call;
  const response = await fetch(address, { method, headers, body, signal, redirect: 'manual' });
  const content = await readBounded(response);
  return new Response(content.length === 0 ? null : content, { status: response.status, headers: response.headers });
}

/** The provider names an address that is neither https nor loopback. */
class UnprotectedAddress extends Error {
  readonly code = 'UNPROTECTED_ADDRESS';
}

/** An answer is longer than any that the sign-on needs. */
class AnswerTooLarge extends Error {
  readonly code = 'ANSWER_TOO_LARGE';
}

async function readBounded({ body }: Response): Promise<Buffer> {
  const blocks: Uint8Array[] = [];
  let bytes = 0;
  for await (const block of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += block.length;
    if (bytes > MAX_BYTES) throw new AnswerTooLarge();
    blocks.push(block);
  }
  return Buffer.concat(blocks);
}
