import { createSign, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OidcSettings } from '../../../engine/platform/config-oidc.ts';

const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
const other = generateKeyPairSync('rsa', { modulusLength: 2048 });

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A stand-in for a provider that answers as a test wants. */
export interface LyingProvider {
  readonly issuer: string;
  readonly settings: OidcSettings;
  /** Paths that were requested. */
  readonly paths: string[];
  /** Replaces an answer; `document` and `claims` change what is true. */
  lie(lies: Lies): void;
  stop(): Promise<void>;
}

interface Lies {
  readonly document?: Record<string, unknown>;
  readonly claims?: Record<string, unknown>;
  readonly header?: Record<string, unknown>;
  readonly signature?: 'none' | 'of another key';
  readonly answers?: Readonly<Record<string, Answer>>;
}

/** Starts it with a token of `nonce` for the client. */
export async function startLyingProvider(nonce: () => string): Promise<LyingProvider> {
  let lies: Lies = {};
  const paths: string[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    paths.push(path);
    const answer = lies.answers?.[path] ?? truth[path];
    if (answer === undefined) return void response.writeHead(404).end();
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const token = () => {
    const header = { alg: 'RS256', kid: 'a', typ: 'JWT', ...lies.header };
    const seconds = Math.floor(Date.now() / 1000);
    const claims = {
      ...{ iss: issuer, aud: 'sluice', sub: 'ann', nonce: nonce(), iat: seconds, exp: seconds + 60 },
      ...{ email: 'ann@example.com', email_verified: true, name: 'Ann' },
      ...lies.claims,
    };
    const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    if (lies.signature === 'none') return `${signed}.`;
    const { privateKey } = lies.signature === 'of another key' ? other : own;
    return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64url')}`;
  };
  const truth: Record<string, Answer> = {
    '/.well-known/openid-configuration': json(() => ({
      ...{ issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` },
      ...{ jwks_uri: `${issuer}/jwks`, userinfo_endpoint: `${issuer}/me` },
      ...lies.document,
    })),
    '/token': json(() => ({ access_token: 'secret-access-token', token_type: 'Bearer', id_token: token() })),
    '/jwks': json(() => ({
      keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'a', use: 'sig', alg: 'RS256' }],
    })),
    '/me': json(() => ({ sub: 'ann', email: 'ann@example.com', email_verified: true })),
  };
  return {
    issuer,
    settings: {
      ...{ issuer, clientId: 'sluice', clientSecret: 'secret of the client', name: null },
      ...{ allowedDomains: [], organizationId: null, createRole: null },
    },
    paths,
    lie: (told) => {
      lies = told;
      paths.length = 0;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** An answer in JSON. */
export function json(value: () => unknown, status = 200): Answer {
  return (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value()));
}
