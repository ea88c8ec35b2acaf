import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectRaw, connectTo } from './raw-client.ts';
import { get, put, startTestFtp, type TestFtp } from './support.ts';

const PATIENCE = { timeout: 20_000, interval: 50 };
const SEED = 20_261_122;
const CLIENTS = 300;
const VERBS = (
  'USER PASS AUTH PBSZ PROT QUIT FEAT OPTS HELP NOOP SYST TYPE MODE STRU ALLO PWD CWD CDUP LIST NLST STAT MKD RMD DELE ' +
  'RNFR RNTO RETR STOR APPE REST SIZE MDTM PASV EPSV ABOR SITE PORT EPRT STOU XPWD REIN ACCT'
).split(' ');
const ARGUMENTS = [
  ...['', ' ', 'a', 'a.csv', '..', '/../..', '/', '-la', '-a -l x', '"', '\0', '%n%s', 'ü日本', '|||1|', '1,2,3,4,5,6'],
  ...['-1', '0', '99999999999999999999', 'NaN', 'TLS', 'P', 'UTF8 ON', 'n'.repeat(300), 'x/'.repeat(400), '\u001b[2J'],
];

let ftp: TestFtp;
let key: string;
let seed = SEED;
const random = (below: number) => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};
const pick = <T>(from: readonly T[]): T | undefined => from[random(from.length)];

beforeAll(async () => {
  const many = { total: 1_000, connections: 1_000, sessions: 1_000, logins: 100_000, failures: 100_000 };
  ftp = await startTestFtp({}, many);
  key = (await ftp.addOrganization()).key;
});
afterAll(() => ftp.close());

describe.each([
  ['without a login', () => undefined],
  ['with a login', () => key],
])(`${CLIENTS} clients %s that send nonsense`, (_name, keyOf) => {
  it('leave a server that serves others, and nothing else', async () => {
    const other = await ftp.connect((await ftp.addOrganization()).key);
    const before = resources();
    for (let i = 0; i < CLIENTS; i += 10) {
      await Promise.all(Array.from({ length: 10 }, () => misbehave(keyOf())));
      if (i % 100 === 0) expect(await other.pwd()).toBe('/');
    }

    await put(other, 'people.csv', 'email\n');
    expect(await get(other, 'people.csv')).toBe('email\n');
    await vi.waitFor(() => expect(resources().sockets).toBeLessThanOrEqual(before.sockets + 2), PATIENCE);
    await vi.waitFor(() => expect(resources().timers).toBeLessThanOrEqual(before.timers + 5), PATIENCE);
    expect(ftp.log.join('')).not.toContain('an FTP command failed');
    other.close();
  });
});

describe('a line without end', () => {
  it.each([1, 7, 65_536])('is cut off when it comes %i bytes at a time', async (size) => {
    const { socket } = await connectRaw(ftp.port);
    const ended = once(socket, 'close');
    const block = Buffer.alloc(size, 'x');
    for (let sent = 0; sent < 70_000 && socket.writable; sent += size) {
      if (!socket.write(block)) await new Promise((resolve) => setImmediate(resolve));
    }
    await ended;
  });
});

it('understands ABOR behind the signs of Telnet', async () => {
  const client = await connectRaw(ftp.port, key);
  client.socket.write(Buffer.from([0xff, 0xf4, 0xff, 0xf2]));
  expect(await client.say('ABOR')).toMatch(/^226 /);
});

async function misbehave(password: string | undefined): Promise<void> {
  const client = await connectRaw(ftp.port, password);
  const { socket } = client;
  socket.resume();
  for (let i = random(12); i > 0 && socket.writable; i--) socket.write(nonsense());
  if (password !== undefined && random(3) === 0) {
    const port = Number(/\|(\d+)\|/.exec(await client.say('EPSV').catch(() => ''))?.[1] ?? 0);
    socket.write(`${pick(['STOR a.csv', 'LIST', 'RETR a.csv', 'APPE b.csv', 'NLST x'])}\r\n`);
    const data = port === 0 ? null : await connectTo(port).catch(() => null);
    data?.write(bytes(random(5_000)));
    if (random(2) === 0) data?.end();
    else data?.resetAndDestroy();
  }
  await new Promise((resolve) => setTimeout(resolve, random(20)));
  // One kind of client stays half-closed until the server ends the connection.
  const kind = random(3);
  if (kind === 0) client.vanish();
  else if (kind === 1) socket.destroy();
  else socket.end();
}

function nonsense(): Buffer {
  const line = `${pick(VERBS)} ${pick(ARGUMENTS)}`;
  switch (random(6)) {
    case 0:
      return bytes(random(400));
    case 1:
      return Buffer.from([0xff, 0xf4, 0xff, 0xfb, random(256), 0xff, ...Buffer.from(`${line}\r\n`)]);
    case 2:
      return Buffer.from(`${line}\r\n`.repeat(1 + random(30)));
    case 3:
      return Buffer.from(line.slice(0, random(line.length)));
    case 4:
      return Buffer.from(`${line.toLowerCase()}\n\n\r\r\n`);
    default:
      return Buffer.from(`${line}\r\n`);
  }
}

function bytes(count: number): Buffer {
  return Buffer.from(Array.from({ length: count }, () => random(256)));
}

function resources(): { sockets: number; timers: number } {
  const active = process.getActiveResourcesInfo();
  const count = (kind: string) => active.filter((name) => name === kind).length;
  return { sockets: count('TCPSocketWrap') + count('TCPServerWrap'), timers: count('Timeout') };
}
