import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../engine/platform/config.ts';
import { readCertificate } from '../../../engine/ftp/server.ts';
import { createLoginThrottle, LOGIN_LIMITS } from '../../../engine/ftp/login-throttle.ts';
import { get, put, startTestFtp, type TestFtp } from './support.ts';

const REFUSED = '530 Log in as api, with an active API key as password.';

describe('a login', () => {
  let ftp: TestFtp;
  beforeAll(async () => {
    ftp = await startTestFtp({}, { failures: 1000 });
  });
  afterAll(() => ftp.close());
  afterEach(() => ftp.disconnect());

  it('takes the user api with a key of the organization', async () => {
    const { key } = await ftp.addOrganization();
    expect(await (await ftp.connect(key)).pwd()).toBe('/');
  });

  it('refuses another password', async () => {
    const { id, key } = await ftp.addOrganization();
    const other = Buffer.from(`${id}:${'0'.repeat(40)}`).toString('base64');
    await expect(ftp.connect(other)).rejects.toThrow(REFUSED);
    await expect(ftp.connect(key.toLowerCase())).rejects.toThrow(REFUSED);
  });

  it('refuses another user with the right password', async () => {
    const { key } = await ftp.addOrganization();
    await expect(ftp.connect(key, { user: 'admin' })).rejects.toThrow(REFUSED);
  });

  it('refuses a key that is not active', async () => {
    const { key } = await ftp.addOrganization(false);
    await expect(ftp.connect(key)).rejects.toThrow(REFUSED);
  });

  it('ends its powers when the key is switched off', async () => {
    const { id, key } = await ftp.addOrganization();
    const client = await ftp.connect(key);
    await put(client, 'before.csv', 'b');

    await ftp.query('update api_keys set active = false where organization_id = $1', [id]);

    await expect(put(client, 'after.csv', 'a')).rejects.toThrow('The API key is no longer active.');
    await expect(get(client, 'before.csv')).rejects.toThrow('The API key is no longer active.');
  });

  it('leaves neither password nor file name in the log', async () => {
    const { key } = await ftp.addOrganization();
    await put(await ftp.connect(key), 'planted-name.csv', 'planted-content');
    await expect(ftp.connect('planted-password')).rejects.toThrow(REFUSED);

    expect(ftp.log.join('')).toContain('a file was uploaded');
    expect(ftp.log.join('')).not.toContain(key);
    expect(ftp.log.join('')).not.toContain('planted');
  });

  it('is needed for everything else', async () => {
    expect(await conversation(ftp.port, 'LIST\r\nMKD x\r\nDELE x\r\nPASV\r\nQUIT\r\n')).toMatch(
      /^220 .*\r\n(530 Log in before (LIST|MKD|DELE|PASV)\.\r\n){4}221 /,
    );
  });

  it('may arrive in pieces', async () => {
    const { key } = await ftp.addOrganization();
    expect(
      await conversation(ftp.port, 'USER api\r\nPA', `SS ${key.slice(0, 9)}`, `${key.slice(9)}\r\nQUIT\r\n`),
    ).toMatch(/\r\n331 .*\r\n230 .*\r\n221 /);
  });

  it('without end is cut off', async () => {
    expect(await conversation(ftp.port, 'USER '.padEnd(20_000, 'x'))).toMatch(
      /\r\n500 Too many commands at once\.\r\n$/,
    );
  });
});

describe('an address', () => {
  it('is not served while so many of its logins failed lately', async () => {
    const ftp = await startTestFtp({}, { failures: 2 });
    const { key } = await ftp.addOrganization();
    await expect(ftp.connect('wrong')).rejects.toThrow();
    await expect(ftp.connect('wrong')).rejects.toThrow();
    await expect(ftp.connect(key)).rejects.toThrow('421 Too many connections or logins from your address');
    await ftp.close();
  });

  it('has a limited number of connections, which become free again', async () => {
    const ftp = await startTestFtp({}, { connections: 2 });
    const { key } = await ftp.addOrganization();
    const first = await ftp.connect(key);
    await ftp.connect(key);
    await expect(ftp.connect(key)).rejects.toThrow('421 Too many connections');
    await first.send('QUIT');
    expect(await (await ftp.connect(key)).pwd()).toBe('/');
    await ftp.close();
  });

  it('waits longer after each failure, and is forgiven when the window is over', () => {
    let now = 0;
    const limits = { ...LOGIN_LIMITS, failures: 3, windowMs: 1000, delayMs: 10, longestDelayMs: 25 };
    const throttle = createLoginThrottle(limits, () => now);
    expect([throttle.fail('a'), throttle.fail('a'), throttle.fail('a')]).toEqual([10, 20, 25]);
    expect([throttle.isBarred('a'), throttle.enter('a'), throttle.enter('b')]).toEqual([true, false, true]);
    now = 1001;
    expect([throttle.isBarred('a'), throttle.enter('a'), throttle.fail('a')]).toEqual([false, true, 10]);
  });
});

describe('encryption', () => {
  let dir: string;
  let settings: Record<string, string>;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'sluice-test-tls-'));
    settings = { FTP_TLS_CERT: join(dir, 'cert.pem'), FTP_TLS_KEY: join(dir, 'key.pem') };
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost'],
        ...['-keyout', join(dir, 'key.pem'), '-out', join(dir, 'cert.pem')],
      ],
      { stdio: 'ignore' },
    );
  });
  afterAll(() => rm(dir, { recursive: true }));

  it('covers commands and data when there is a certificate', async () => {
    const ftp = await startTestFtp(settings);
    const { key } = await ftp.addOrganization();
    const client = await ftp.connect(key, { secure: true });
    let wasEncrypted = false;
    client.trackProgress(() => (wasEncrypted ||= client.ftp.dataSocket instanceof TLSSocket));

    await put(client, 'people.csv', 'email\n'.repeat(100_000));

    expect(client.ftp.hasTLS).toBe(true);
    expect(wasEncrypted).toBe(true);
    expect((await get(client, 'people.csv')).length).toBe(600_000);
    expect((await client.list()).map(({ name }) => name)).toEqual(['people.csv']);
    await ftp.close();
  });

  it('can be required for a login', async () => {
    const ftp = await startTestFtp({ ...settings, FTP_TLS_REQUIRED: 'true' });
    const { key } = await ftp.addOrganization();
    await expect(ftp.connect(key)).rejects.toThrow('530 Encrypt the connection first (AUTH TLS).');
    expect(await (await ftp.connect(key, { secure: true })).pwd()).toBe('/');
    await ftp.close();
  });

  it('does not take what came in the clear behind AUTH for encrypted', async () => {
    const ftp = await startTestFtp(settings);
    expect(await conversation(ftp.port, 'AUTH TLS\r\nUSER api\r\n')).toMatch(/^220 .*\r\n234 .*\r\n$/);
    await ftp.close();
  });

  it('is refused with a sentence when the files hold no certificate', async () => {
    const certificate = (env: Record<string, string>) => readCertificate(loadConfig(env).ftp);
    await expect(
      certificate({ FTP_TLS_CERT: join(dir, 'key.pem'), FTP_TLS_KEY: join(dir, 'cert.pem') }),
    ).rejects.toThrow('FTP_TLS_CERT and FTP_TLS_KEY must be a certificate and its key in PEM format.');
    await expect(certificate({ ...settings, FTP_TLS_KEY: '/nowhere' })).rejects.toThrow(
      'FTP_TLS_KEY is "/nowhere" but that file cannot be read (ENOENT).',
    );
  });
});

/** Says the pieces one by one, each when the server has had the one before, then hears the server out. */
async function conversation(port: number, ...pieces: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  for (const piece of pieces) {
    await new Promise((resolve) => socket.write(piece, resolve));
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (!pieces.join('').includes('QUIT')) socket.end();
  return text(socket);
}
