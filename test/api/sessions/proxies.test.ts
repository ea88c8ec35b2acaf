import { beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../engine/platform/config.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { PASSWORD, sessionsOf } from './support.ts';

describe('a sign-in through a trusted proxy', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await build({ trustedProxies: ['10.1.0.0/16', '2001:db8::1'] });
  });
  const { signIn } = sessionsOf(() => api);
  const networkOf = async (remoteAddress: string, forwardedFor: string) => {
    await signIn('unknown@example.com', PASSWORD, { remoteAddress, 'x-forwarded-for': forwardedFor });
    const line = api.log.findLast((each) => each.includes('a sign-in was refused'));
    return (JSON.parse(line ?? '') as { network: unknown }).network;
  };

  it.each([
    ['10.1.2.3', '192.0.2.7', '192.0.2.7'],
    ['2001:db8::1', '2001:db8:1:2::9', '2001:db8:1:2'],
    // The client adds what it likes in front of what the proxies add.
    ['10.1.2.3', '198.51.100.1, 192.0.2.7, 10.1.9.9', '192.0.2.7'],
    ['10.2.0.1', '192.0.2.7', '10.2.0.1'],
  ])('from %s for %s is one of %s', async (remoteAddress, forwardedFor, network) => {
    expect(await networkOf(remoteAddress, forwardedFor)).toBe(network);
  });
});

describe('TRUSTED_PROXIES', () => {
  it.each(['0.0.0.0/0', '10.0.0.0/33', 'proxy.example', '10.0.0.1,', '::1/129', 'loopback'])('cannot be %s', (text) => {
    expect(() => loadConfig({ TRUSTED_PROXIES: text })).toThrow(
      `TRUSTED_PROXIES is "${text}" but must be IP addresses or CIDR blocks with commas between them, for instance 192.0.2.1,10.0.0.0/8.`,
    );
  });
});
