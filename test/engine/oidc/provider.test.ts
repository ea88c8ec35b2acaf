import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OidcFault } from '../../../engine/oidc/fault.ts';
import { createOidcProvider } from '../../../engine/oidc/provider.ts';
import { lastingPort } from '../../support/lasting-port.ts';
import { json, startLyingProvider } from './support.ts';
import type { LyingProvider } from './support.ts';

const REDIRECT = 'https://mail.example.com/console/single-sign-on';
const DOCUMENT = '/.well-known/openid-configuration';
const PAST = Math.floor(Date.now() / 1000) - 7_200;

let lying: LyingProvider;
let nonce = '';
beforeAll(async () => {
  lying = await startLyingProvider(() => nonce);
});
afterAll(() => lying.stop());
beforeEach(() => lying.lie({}));

const signOn = async () => {
  const provider = createOidcProvider(lying.settings, REDIRECT);
  const { secrets } = await provider.begin();
  ({ nonce } = secrets);
  return provider.redeem(`code=a-secret-code&state=${secrets.state}`, secrets);
};
const faultOf = async (work: () => Promise<unknown>): Promise<OidcFault> => {
  const error: unknown = await work().then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof OidcFault)) throw new Error('The provider was believed.', { cause: error });
  return error;
};

describe('the account of a provider', () => {
  it('is that of its token', async () => {
    expect(await signOn()).toEqual({ email: 'ann@example.com', isVerified: true, name: 'Ann' });
    expect(lying.paths).toEqual([DOCUMENT, '/token', '/jwks']);
  });

  it('is that of its call for the user where the token has no address', async () => {
    lying.lie({ claims: { email: undefined, email_verified: undefined } });
    expect(await signOn()).toEqual({ email: 'ann@example.com', isVerified: true, name: null });
    expect(lying.paths).toContain('/me');
  });

  it.each([
    ['"true"', 'true'],
    ['1', 1],
    ['null', null],
    ['nothing', undefined],
  ])('has no verified address where the provider says %s', async (_name, email_verified) => {
    lying.lie({ claims: { email_verified } });
    expect(await signOn()).toMatchObject({ isVerified: false });
  });

  it.each([
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['another client', { claims: { aud: 'other' } }],
    ['another sign-on', { claims: { nonce: 'of another sign-on' } }],
    ['no sign-on', { claims: { nonce: undefined } }],
    ['the past', { claims: { exp: PAST, iat: PAST - 60 } }],
    ['another key', { signature: 'of another key' as const }],
    ['no key', { signature: 'none' as const, header: { alg: 'none' } }],
    [
      'another user',
      { claims: { email: undefined }, answers: { '/me': json(() => ({ sub: 'eve', email: 'eve@example.com' })) } },
    ],
  ])('is refused with a token of %s', async (_name, lies) => {
    lying.lie(lies);
    expect(await faultOf(signOn)).toMatchObject({ kind: 'refused' });
  });

  it('is refused where no token is in the answer', async () => {
    lying.lie({ answers: { '/token': json(() => ({ access_token: 'a', token_type: 'Bearer' })) } });
    expect(await faultOf(signOn)).toMatchObject({ kind: 'refused' });
  });
});

describe('a provider', () => {
  it.each([
    ['answers nothing', () => undefined],
    ['fails', json(() => ({}), 500)],
    ['answers no JSON', (_request: unknown, response: any) => void response.writeHead(200).end('<html>')],
    [
      'answers without an end',
      (_request: unknown, response: any) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const more = () => response.write('x'.repeat(65_536)) && setImmediate(more);
        response.on('drain', more);
        more();
      },
    ],
  ])('that %s is away, within a bounded time', async (_name, answer) => {
    lying.lie({ answers: { '/token': answer } });
    expect(await faultOf(signOn)).toMatchObject({ kind: 'away' });
  });

  it('that leads elsewhere is not followed', async () => {
    const elsewhere = (_request: unknown, response: any) =>
      void response.writeHead(302, { location: `${lying.issuer}/elsewhere` }).end();
    lying.lie({ answers: { '/token': elsewhere } });
    await faultOf(signOn);
    expect(lying.paths).not.toContain('/elsewhere');
  });

  it('is called over TLS or on this machine alone', async () => {
    lying.lie({ document: { token_endpoint: 'http://192.0.2.1/token' } });
    expect(await faultOf(signOn)).toMatchObject({ kind: 'away', reason: 'UNPROTECTED_ADDRESS' });
  });

  it('is known by the issuer of the settings alone, and read again after a failure', async () => {
    const provider = createOidcProvider(lying.settings, REDIRECT);
    lying.lie({ document: { issuer: 'https://evil.example' } });
    expect(await faultOf(() => provider.begin())).toMatchObject({ kind: 'refused' });
    expect(await faultOf(() => provider.check())).toMatchObject({ kind: 'refused' });
    lying.lie({});
    await provider.check();
    await provider.begin();
    await provider.begin();
    expect(lying.paths).toEqual([DOCUMENT, DOCUMENT]);
  });

  it('that is not there is away', async () => {
    const provider = createOidcProvider(
      { ...lying.settings, issuer: `http://127.0.0.1:${await lastingPort()}` },
      REDIRECT,
    );
    expect(await faultOf(() => provider.begin())).toMatchObject({ kind: 'away', reason: 'ECONNREFUSED' });
  });

  it('is named in no fault, nor are secrets', async () => {
    const {
      message,
      stack = '',
      cause,
    } = await faultOf(() => {
      lying.lie({ signature: 'of another key' });
      return signOn();
    });
    for (const secret of ['secret', 'eyJ', '127.0.0.1', 'example.com'])
      expect(message + stack.split('\n')[0]).not.toContain(secret);
    expect(cause).toBeUndefined();
  });
});
