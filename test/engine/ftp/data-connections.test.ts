import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectRaw, connectTo, type RawClient } from './raw-client.ts';
import { get, put, startTestFtp, type TestFtp } from './support.ts';

const PATIENCE = { timeout: 20_000, interval: 50 };
const MANY = { total: 1_000, connections: 1_000, sessions: 1_000, logins: 10_000 };

describe('the ports for data', () => {
  it('are not used up by a client that asks for one after the other', async () => {
    const ftp = await startTestFtp({ FTP_PASSIVE_PORTS: '21000-21009' });
    const greedy = await connectRaw(ftp.port, (await ftp.addOrganization()).key);
    for (let i = 0; i < 45; i++) await greedy.pasv();

    const client = await ftp.connect((await ftp.addOrganization()).key);
    await put(client, 'people.csv', 'email\n');

    expect(await get(client, 'people.csv')).toBe('email\n');
    await ftp.close();
  });

  it('are shared: the organization that holds the most gives one back', async () => {
    const ftp = await startTestFtp({ FTP_PASSIVE_PORTS: '21020-21023' });
    const { key } = await ftp.addOrganization();
    const greedy = await Promise.all(Array.from({ length: 8 }, () => connectRaw(ftp.port, key)));
    for (const client of greedy) await client.pasv();

    const client = await ftp.connect((await ftp.addOrganization()).key);
    await put(client, 'people.csv', 'email\n');

    expect(await get(client, 'people.csv')).toBe('email\n');
    expect(await greedy[0]?.say('LIST')).toBe('425 The port was reassigned to another client; try again.');
    await ftp.close();
  });

  it('differ from transfer to transfer', async () => {
    const ftp = await startTestFtp();
    const client = await connectRaw(ftp.port, (await ftp.addOrganization()).key);
    const ports = new Set<number>();
    for (let i = 0; i < 5; i++) ports.add(await client.pasv());
    expect(ports.size).toBeGreaterThan(1);
    await ftp.close();
  });
});

describe('clients that vanish', () => {
  let others = { servers: 0, sockets: 0 };
  it('leave nothing behind', async () => {
    others = { servers: count('TCPServerWrap'), sockets: count('TCPSocketWrap') };
    const ftp = await startTestFtp({}, MANY);
    const { key } = await ftp.addOrganization();
    const vanish = async (i: number) => {
      const client = await connectRaw(ftp.port, key);
      const port = await client.pasv();
      client.socket.write(['STOR file\r\n', 'LIST\r\n', 'RETR file\r\n', 'ABOR\r\n'][i % 4] ?? '');
      // The port may be closed by then.
      if (i % 3 === 0)
        await connectTo(port).then(
          (socket) => socket.resetAndDestroy(),
          () => undefined,
        );
      client.vanish();
    };
    const rounds = async (count: number) => {
      for (let i = 0; i < count; i += 20) await Promise.all(Array.from({ length: 20 }, (_, k) => vanish(i + k)));
    };
    await rounds(20);
    await vi.waitFor(() => expect(sockets()).toBe(1), PATIENCE);
    const before = timers();

    await rounds(200);

    // The one socket left is the server's own.
    await vi.waitFor(() => expect(sockets()).toBe(1), PATIENCE);
    await vi.waitFor(() => expect(timers()).toBeLessThanOrEqual(before + 5), PATIENCE);
    await ftp.close();
  });

  // Connections to Postgres are TCP sockets too, the pool's three at most, and files of the same process may have left some.
  function sockets(): number {
    return count('TCPServerWrap') - others.servers + Math.max(0, count('TCPSocketWrap') - others.sockets - 6);
  }
  function timers(): number {
    return count('Timeout');
  }
  function count(kind: string): number {
    return process.getActiveResourcesInfo().filter((name) => name === kind).length;
  }
});

describe('a data connection without encryption', () => {
  let ftp: TestFtp;
  let organization: { id: number; key: string };
  let client: RawClient;
  beforeAll(async () => {
    ftp = await startTestFtp();
    organization = await ftp.addOrganization();
  });
  afterAll(() => ftp.close());

  it('is not taken over by another client of the same address without being noticed', async () => {
    client = await connectRaw(ftp.port, organization.key);
    const port = await client.pasv();
    const thief = await connectTo(port);
    thief.end('email\nthief@example.com\n');
    const own = await connectTo(port);
    own.end('email\nann@example.com\n');

    expect(await lastReply(client, 'STOR people.csv')).toMatch(/^426 Two data connections from your address/);

    expect(await readdir(join(ftp.uploadsDir, String(organization.id)))).toEqual([]);
    client.vanish();
  });

  it('ends when a second one comes during the transfer', async () => {
    await put(await ftp.connect(organization.key), 'old.csv', 'x'.repeat(20_000_000));
    client = await connectRaw(ftp.port, organization.key);
    const port = await client.pasv();
    const first = await connectTo(port);
    expect(await client.say('RETR old.csv')).toMatch(/^150 /);

    await connectTo(port);

    expect(await client.next()).toMatch(/^426 Two data connections from/);
    first.destroy();
    client.vanish();
  });

  it('is not disturbed by one from another address', async () => {
    client = await connectRaw(ftp.port, organization.key);
    const port = await client.pasv();
    const stranger = await connectTo(port, '127.0.0.2');
    await once(stranger.resume(), 'close');
    const own = await connectTo(port);
    own.end('email\n');

    expect(await client.say('STOR own.csv')).toMatch(/^150 /);
    expect(await client.next()).toMatch(/^226 /);
    client.vanish();
  });

  it('is refused where none was prepared, and closed with the next PASV', async () => {
    client = await connectRaw(ftp.port, organization.key);
    expect(await client.say('LIST')).toBe('425 Send PASV or EPSV first.');
    const first = await client.pasv();
    await client.pasv();
    await expect(connectTo(first)).rejects.toThrow('ECONNREFUSED');
    client.vanish();
  });
});

describe('an encrypted data connection', () => {
  let ftp: TestFtp;
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'sluice-test-tls-'));
    const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost'];
    execFileSync('openssl', [...request, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    ftp = await startTestFtp({ FTP_TLS_CERT: cert, FTP_TLS_KEY: key });
  });
  afterAll(async () => {
    await ftp.close();
    await rm(dir, { recursive: true });
  });

  it('belongs to the client that resumes its TLS session, whichever connects first', async () => {
    const { id, key } = await ftp.addOrganization();
    const client = await ftp.connect(key, { secure: true });
    const port = Number(/\|(\d+)\|/.exec((await client.send('EPSV')).message)?.[1]);
    const thief = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }).on('error', () => undefined);
    await once(thief, 'secureConnect');
    const session = client.ftp.socket as ReturnType<typeof connectTls>;
    const own = connectTls({
      port,
      host: '127.0.0.1',
      rejectUnauthorized: false,
      session: client.ftp.tlsSessionStore ?? session.getSession(),
    });
    await once(own, 'secureConnect');
    own.end('email\nann@example.com\n');
    thief.end('email\nthief@example.com\n');

    const replies = await client.ftp.request('STOR people.csv');
    expect(replies.code).toBe(150);
    await vi.waitFor(async () => {
      expect(await readdir(join(ftp.uploadsDir, String(id)))).toEqual(['people.csv']);
    }, PATIENCE);
    client.close();

    expect(await get(await ftp.connect(key, { secure: true }), 'people.csv')).toBe('email\nann@example.com\n');
  });

  it('is refused when only one without the session comes', async () => {
    const { key } = await ftp.addOrganization();
    const client = await ftp.connect(key, { secure: true });
    const port = Number(/\|(\d+)\|/.exec((await client.send('EPSV')).message)?.[1]);
    const thief = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }).on('error', () => undefined);
    await once(thief, 'secureConnect');

    await client.ftp.request('LIST').then(
      ({ code }) => expect(code).toBe(150),
      (error: unknown) => expect(String(error)).toContain('522'),
    );
    await expect(client.send('NOOP')).rejects.toThrow('522 The data connection must resume');
  });
});

/** The reply that ends a command; one that only announces a transfer may come before it. */
async function lastReply(client: RawClient, line: string): Promise<string> {
  const reply = await client.say(line);
  return reply.startsWith('1') ? client.next() : reply;
}
