import { describe, expect, it } from 'vitest';
import type { DownloadOptions } from '../../../engine/files/download.ts';
import { AddressRefused, NoPublicAddress } from '../../../engine/files/errors.ts';
import { isPublicAddress } from '../../../engine/files/public-address.ts';
import { faultOf, fetchOnce, textOf } from './downloading.ts';
import { serve } from './serve.ts';

const UNKNOWN = {
  message:
    'The URL cannot be downloaded: the name intranet.test was not found, or leads to an address that is not public.',
};

describe('a download without allowPrivateUrls', () => {
  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '017700000001',
    '127.0.0.1.',
    '①②⑦.0.0.1',
    '%31%32%37.0.0.1',
    '0.0.0.0',
    '0',
    'localhost',
    'LOCALHOST',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
  ])('does not reach a local server as %s', async (host) => {
    let requests = 0;
    const { origin } = await serve((_request, response) => {
      requests += 1;
      response.end('internal');
    });
    const error = await refusalOf(origin(host));
    expect(error).toBeInstanceOf(host.toLowerCase() === 'localhost' ? NoPublicAddress : AddressRefused);
    expect(error).toMatchObject({ retryable: false });
    expect(requests).toBe(0);
  });

  it.each([
    '169.254.169.254',
    '10.0.0.1',
    '192.168.0.1',
    '172.16.0.1',
    '100.64.0.1',
    '224.0.0.1',
    '[fd00::1]',
    '[fe80::1]',
  ])('refuses %s, over http and https', async (host) => {
    expect(await refusalOf(`http://${host}/latest/meta-data/`)).toBeInstanceOf(AddressRefused);
    expect(await refusalOf(`https://${host}/latest/meta-data/`)).toBeInstanceOf(AddressRefused);
  });

  it.each([
    ['leads to a private address', resolving('10.1.2.3')],
    ['leads to a public and to a private address', resolving('8.8.8.8', '127.0.0.1')],
    ['does not exist', failing('ENOTFOUND')],
    ['has no address', resolving()],
  ])('does not tell which names exist: one that %s is refused like any other', async (_, lookup) => {
    expect(await refusalOf('http://intranet.test/', { lookup })).toMatchObject({ ...UNKNOWN, retryable: false });
  });

  it('tries a name again that the resolver could not look up', async () => {
    const error = await refusalOf('http://intranet.test/', { lookup: failing('EAI_AGAIN') });
    expect(error).toMatchObject({ ...UNKNOWN, retryable: true });
  });

  it('asks the resolver once a connection, so a second answer is never used unchecked', async () => {
    const { origin } = await serve((_request, response) => response.end('internal'));
    const answers = ['127.0.0.1', '127.0.0.2'];
    const checked: string[] = [];
    const error = await refusalOf(origin('rebinding.test'), {
      lookup: (hostname, options, callback) => resolving(answers.shift() ?? 'none')(hostname, options, callback),
      isAllowedAddress: (address) => {
        checked.push(address);
        return false;
      },
    });
    expect(error).toBeInstanceOf(NoPublicAddress);
    expect(checked).toEqual(['127.0.0.1']);
  });
});

describe('a redirect from an allowed server', () => {
  // The local server stands for one on the public internet; every other local address stays refused.
  const isAllowedAddress = (address: string) => address === '127.0.0.1' || isPublicAddress(address);
  const lookup = resolving('127.0.0.2');

  it.each(['127.0.0.2', '[::1]', '[::ffff:127.0.0.1]', '0x7f000002', '169.254.169.254', 'rebinding.test'])(
    'to %s is refused',
    async (host) => {
      const requested: (string | undefined)[] = [];
      const { origin, quiet } = await serve(({ url }, response) => {
        requested.push(url);
        response.writeHead(302, { location: `${origin(host)}/end` }).end();
      });
      const error = await refusalOf(`${origin()}/start`, { isAllowedAddress, lookup });
      expect(error).toBeInstanceOf(host === 'rebinding.test' ? NoPublicAddress : AddressRefused);
      expect(requested).toEqual(['/start']);
      await quiet();
    },
  );

  it('to an allowed address is followed', async () => {
    const { origin } = await serve(({ url }, response) => {
      if (url === '/end') response.end('arrived');
      else response.writeHead(302, { location: `${origin('allowed.test')}/end` }).end();
    });
    const { body } = await begin(origin(), { isAllowedAddress, lookup: resolving('127.0.0.1') });
    expect(await textOf(body)).toBe('arrived');
  });
});

function begin(url: string, options: Partial<DownloadOptions> = {}) {
  return fetchOnce(url, { allowPrivateUrls: false, ...options });
}

function refusalOf(url: string, options: Partial<DownloadOptions> = {}): Promise<unknown> {
  return faultOf(url, { allowPrivateUrls: false, ...options });
}

function resolving(...addresses: string[]): NonNullable<DownloadOptions['lookup']> {
  return (_hostname, { all }, callback) => {
    if (all)
      callback(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      );
    else callback(null, addresses[0] ?? '', 4);
  };
}

function failing(code: string): NonNullable<DownloadOptions['lookup']> {
  return (hostname, _options, callback) => callback(Object.assign(new Error(`no ${hostname}`), { code }), '');
}
