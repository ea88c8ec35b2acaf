import { describe, expect, it } from 'vitest';
import { configEnvironment } from '../../../engine/platform/config-environment.ts';
import { loadConfig } from '../../../engine/platform/config.ts';
import { ConfigurationError } from '../../../engine/platform/errors.ts';

const OIDC = {
  ...{ OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'c', OIDC_CLIENT_SECRET: 's' },
  PUBLIC_URL: 'https://mail.example.com',
};

const TERMS = { TERMS_AND_CONDITIONS: 'true', TERMS_AND_CONDITIONS_URL: 'https://example.com/terms' };

describe('settings of users', () => {
  it.each([
    [
      { TERMS_AND_CONDITIONS: 'true' },
      'TERMS_AND_CONDITIONS is "true" but neither TERMS_AND_CONDITIONS_TEXT nor TERMS_AND_CONDITIONS_URL is set.',
    ],
    [
      { ...OIDC, OIDC_ISSUER: 'http://id.example.com' },
      'OIDC_ISSUER is "http://id.example.com" but must be a URL that begins with https:// (http:// for loopback), without user, query and fragment.',
    ],
    [{ ...OIDC, OIDC_CLIENT_ID: '' }, 'OIDC_ISSUER is "https://id.example.com" but OIDC_CLIENT_ID is not set.'],
    [
      { ...OIDC, PUBLIC_URL: '' },
      'OIDC_ISSUER is "https://id.example.com" but PUBLIC_URL, to which the provider leads back, is not set.',
    ],
    [
      { ...OIDC, OIDC_CREATE_ROLE: 'standard' },
      'OIDC_CREATE_ROLE is "standard" but OIDC_ORGANIZATION, in which users are created, is not set.',
    ],
    [{ OIDC_NAME: 'Acme' }, 'OIDC_NAME is "Acme" but OIDC_ISSUER is not set.'],
  ])('explain the mistake in %j', (env, sentence) => {
    expect(mistakesIn(env)).toBe(sentence);
  });

  it('does not repeat a secret, nor all of a long text', () => {
    expect(mistakesIn({ OIDC_CLIENT_SECRET: 'hunter2' })).toBe('OIDC_CLIENT_SECRET OIDC_ISSUER is not set.');
    expect(mistakesIn({ TERMS_AND_CONDITIONS_TEXT: 'x'.repeat(30_001) }).length).toBeLessThan(400);
  });

  it('are the same for a process that is started with them', () => {
    const config = loadConfig({
      PUBLIC_URL: 'https://mail.example.com',
      ...{ TERMS_AND_CONDITIONS: 'true', TERMS_AND_CONDITIONS_TEXT: 'Be\nkind.', TERMS_AND_CONDITIONS_VERSION: '3' },
      ...{ OIDC_ISSUER: 'https://id.example.com/a', OIDC_CLIENT_ID: 'c', OIDC_CLIENT_SECRET: 's', OIDC_NAME: 'Acme' },
      ...{ OIDC_ALLOWED_DOMAINS: 'a.example, B.example', OIDC_ORGANIZATION: '2', OIDC_CREATE_ROLE: 'standard' },
    });
    expect(loadConfig(configEnvironment(config))).toEqual(config);
    expect(config.oidc?.allowedDomains).toEqual(['a.example', 'b.example']);
  });

  it('are none for terms and a provider that are switched off', () => {
    expect(loadConfig({})).toMatchObject({ terms: null, oidc: null });
    expect(loadConfig({ ...TERMS, TERMS_AND_CONDITIONS: 'false' }).terms).toBeNull();
    expect(loadConfig(TERMS).terms).toEqual({
      ...{ version: 1, isRequiredOnUpdates: false, text: null, url: 'https://example.com/terms' },
    });
  });

  it.each(['http://127.0.0.1:9', 'http://localhost/a', 'http://[::1]:9/', 'https://id.example.com/realms/a'])(
    'take the issuer %s',
    (issuer) => {
      expect(loadConfig({ ...OIDC, OIDC_ISSUER: issuer }).oidc).toMatchObject({ issuer, allowedDomains: [] });
    },
  );

  it.each([
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'https://u:p@id.example.com',
    'https://id.example.com/?a',
    'ftp://a',
  ])('refuse the issuer %s', (issuer) => {
    expect(mistakesIn({ ...OIDC, OIDC_ISSUER: issuer })).toContain('must be a URL that begins with https://');
  });
});

function mistakesIn(env: Record<string, string>): string {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  throw new Error('The settings were accepted.');
}
