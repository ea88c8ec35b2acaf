import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { FileStoreDown } from '../../../engine/files/errors.ts';
import type { FileStore } from '../../../engine/files/file-store.ts';
import type { Files } from '../../../engine/files/open-files.ts';
import { openS3Files } from '../../../engine/files/s3-files.ts';
import { PATIENCE_OF_CALLS } from '../../../engine/files/s3-patience.ts';
import { chunks } from './stores.ts';

const WITHIN_MS = 15_000;
const LARGE = Buffer.alloc(12 * 1024 * 1024);

let server: Server;
const sockets = new Set<Socket>();
let files: Files;

beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'sluice-test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'sluice-test-secret');
  // Takes every connection and reads it, and never says a word.
  server = createServer((socket) => {
    sockets.add(socket.resume());
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const settings = { bucket: 'sluice', prefix: '', region: 'us-east-1', endpoint: `http://127.0.0.1:${port}` };
  files = openS3Files(settings, PATIENCE_OF_CALLS);
});
afterAll(() => {
  files.close();
  for (const socket of sockets) socket.destroy();
  server.close();
  vi.unstubAllEnvs();
});

const WORK: Readonly<Record<string, (store: FileStore) => Promise<unknown>>> = {
  'a short write': (store) => store.write('imports/1/source', chunks('email\n')),
  'a long write': (store) => store.write('imports/2/source', chunks(LARGE)),
  'a read': (store) => buffer(store.read('imports/3/source')),
  'a read of a range': (store) => buffer(store.read('imports/3/source', { start: 0, end: 4 })),
  'a question for the size': (store) => store.size('imports/4/source'),
  'a link': (store) => store.link('uploads/5', 'imports/5/source'),
  'a removal': (store) => store.remove('imports/6/source'),
  'a part of an upload': (store) => store.grow('uploads/7', 0),
  'the end of an upload': (store) => store.finish('uploads/8'),
  'a look into an upload directory': () => files.uploads.size(9, 'people.csv'),
};

it.concurrent.each(Object.entries(WORK))(
  '%s for a call fails within 15 s in a silence',
  async (_, work) => {
    const begun = performance.now();
    await expect(work(files.store)).rejects.toThrow(FileStoreDown);
    expect(performance.now() - begun).toBeLessThan(WITHIN_MS);
  },
  120_000,
);
