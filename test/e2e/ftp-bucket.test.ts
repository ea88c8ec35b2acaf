import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Client, enterPassiveModeIPv4 } from 'basic-ftp';
import { expect, it, onTestFinished } from 'vitest';
import { bootstrap } from '../../engine/db/accounts/bootstrap.ts';
import { createTestDatabase } from '../support/database.ts';
import { lastingPort } from '../support/lasting-port.ts';
import { spawnRole } from '../support/role.ts';

/** docs/reliability.md promises an answer within that time. */
const ANSWER_MS = 15_000;

it('an FTP server answers an upload with an error while the bucket says nothing, and takes the next one', async () => {
  const bucket = await startBucket();
  const client = await logIn(bucket.endpoint);
  const upload = (name: string) => client.uploadFrom(Readable.from(['email\n']), name);
  await upload('before.csv');

  bucket.fallSilent();
  // A client that waits in vain for a reply fails with another error.
  await expect(upload('during.csv')).rejects.toMatchObject({
    code: 451,
    message: '451 The file store does not take the file at present; send it again later.',
  });
  bucket.speak();
  await upload('during.csv');
  // On a busy machine a file is put twice, when the first answer comes late.
  expect([...new Set(bucket.stored())]).toEqual([
    '/sluice/upload-directory/1/before.csv',
    '/sluice/upload-directory/1/during.csv',
  ]);
});

/** A server that stores whatever is put into its bucket, and answers nothing while it is silent. */
async function startBucket() {
  let isSilent = false;
  const stored: string[] = [];
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (isSilent) return;
      // The server also asks now and then whether the bucket is there.
      if (request.method === 'PUT') stored.push(new URL(request.url ?? '', 'http://bucket').pathname);
      response.writeHead(200, { ETag: '"1"' }).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stored: () => stored,
    fallSilent: () => void (isSilent = true),
    speak: () => void (isSilent = false),
  };
}

/** A client of a server of its own process, whose imports read from the bucket. */
async function logIn(endpoint: string): Promise<Client> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-ftp-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const port = await lastingPort();
  const settings = {
    ...{ DATABASE_URL: database.url, FTP_PORT: String(port), DATA_DIR: dataDir, FTP_PASSIVE_PORTS: '20000-29999' },
    ...{ S3_BUCKET: 'sluice', S3_ENDPOINT: endpoint },
    ...{ AWS_ACCESS_KEY_ID: 'sluice-test', AWS_SECRET_ACCESS_KEY: 'sluice-test-secret' },
  };
  const role = spawnRole('ftp', { env: settings, output: () => undefined });
  onTestFinished(role.kill);
  const { apiKey } = await bootstrap(database.url, { dataDir });
  await role.ready;
  const client = new Client(ANSWER_MS);
  onTestFinished(() => client.close());
  client.prepareTransfer = enterPassiveModeIPv4;
  await client.access({ host: '127.0.0.1', port, user: 'api', password: apiKey ?? '' });
  return client;
}
