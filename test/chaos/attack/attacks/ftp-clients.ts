import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'basic-ftp';
import type { Attack } from '../attack.ts';
import type { Hostile } from '../hostile/hostile.ts';

/** Not the other tenant's, which connects from 127.0.0.1. */
const ADDRESS_OF_HOSTILE = '127.0.0.2';
const UPLOAD_LIMIT_MS = { full: 15_000, short: 60_000 };

/** Clients that take ports and data connections and never use them. */
export const ftpClients: Attack = {
  name: 'ftp-clients',
  title:
    '100 passive ports requested by one key, 200 clients that vanish, commands without an end, bytes that are no FTP',
  play: async (hostile) => {
    await otherTenantUploads(hostile, 'alone');
    const holders = await Promise.all(Array.from({ length: 20 }, () => logIn(hostile)));
    for (const holder of holders) for (let i = 0; i < 5; i++) holder.write('PASV\r\n');
    await delay(1_000);
    await otherTenantUploads(hostile, 'while 100 passive ports are asked for');
    holders.forEach((holder) => holder.destroy());

    for (let i = 0; i < 10; i++) {
      const leaving = await Promise.all(Array.from({ length: 20 }, () => logIn(hostile)));
      for (const client of leaving) client.write('EPSV\r\nSTOR vanished.csv\r\n');
      await delay(50);
      leaving.forEach((client) => client.resetAndDestroy());
    }
    await otherTenantUploads(hostile, 'after 200 clients have vanished');

    await Promise.all(NOISE.map((bytes) => speak(hostile, bytes)));
    await otherTenantUploads(hostile, 'after commands that are none');
  },
};

const NOISE = [
  'A'.repeat(10_000_000),
  `USER ${'x'.repeat(100_000)}\r\n`,
  'USER api\r\nPASS x\r\n'.repeat(200),
  `${'NOOP\r\n'.repeat(50_000)}`,
  'GET // HTTP/1.1\r\nHost: x\r\n\r\n',
  '\0'.repeat(100_000),
  'SITE CHMOD 777 x\r\nPORT 1,2,3,4,5,6\r\nEPRT |1|127.0.0.1|1|\r\nREST -1\r\nSIZE ../../x\r\nCWD /../..\r\nRETR /etc/passwd\r\n',
  '\xff\xf4\xff\xf2ABOR\r\n'.repeat(1_000),
];

/** Opens a connection that has logged in or was refused. */
async function logIn({ addresses }: Hostile): Promise<Socket> {
  const socket = open(addresses.ftpPort);
  socket.write(`USER api\r\nPASS ${addresses.hostile.apiKey}\r\n`);
  await Promise.race([
    new Promise((resolve) => socket.on('data', (part) => /^(?:230|421|530)/m.test(String(part)) && resolve(null))),
    new Promise((resolve) => socket.once('close', resolve)),
    delay(5_000),
  ]);
  return socket;
}

/** Writes bytes before and after a login, and leaves after a while. */
async function speak({ addresses }: Hostile, bytes: string): Promise<void> {
  const socket = open(addresses.ftpPort);
  socket.write(`USER api\r\nPASS ${addresses.hostile.apiKey}\r\n`);
  socket.write(Buffer.from(bytes, 'latin1'));
  await delay(3_000);
  socket.destroy();
}

function open(port: number): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: ADDRESS_OF_HOSTILE });
  socket.on('error', () => undefined);
  socket.on('data', () => undefined);
  return socket;
}

async function otherTenantUploads({ addresses, size, complain, count }: Hostile, when: string): Promise<void> {
  const limitMs = UPLOAD_LIMIT_MS[size];
  const client = new Client(limitMs);
  const began = Date.now();
  const access = { host: '127.0.0.1', port: addresses.ftpPort, user: 'api', password: addresses.other.apiKey };
  const upload = async () => {
    await client.access(access);
    await client.uploadFrom(Readable.from(['email\nann@example.com\n']), 'other.csv');
  };
  const late = delay(limitMs).then(() => Promise.reject(new Error('it was not over in time')));
  late.catch(() => undefined);
  try {
    await Promise.race([upload(), late]);
    count(`upload of the other tenant ${when}, ms`, Date.now() - began);
  } catch (error) {
    complain(`the other tenant could not upload ${when}: ${String(error)}`);
  } finally {
    client.close();
  }
}
