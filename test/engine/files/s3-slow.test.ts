import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FileStoreDown } from '../../../engine/files/errors.ts';
import type { FileStore } from '../../../engine/files/file-store.ts';
import { openS3Files } from '../../../engine/files/s3-files.ts';
import { PATIENCE_OF_CALLS, PATIENCE_OF_JOBS, socketTimeoutOf } from '../../../engine/files/s3-patience.ts';
import type { S3Patience } from '../../../engine/files/s3-patience.ts';

const SLOW_MS = 12_000;
const BYTES = 20;

let server: Server;
const asked: string[] = [];

/** Treatments of a call by the last name in its path; every other one is never answered. */
const TREATMENTS: Readonly<Record<string, (answer: ServerResponse) => unknown>> = {
  slow: async (answer) => {
    await delay(SLOW_MS);
    answer.writeHead(200, { 'content-length': BYTES }).end();
  },
  // Begins a body, and never ends it.
  begun: (answer) => answer.writeHead(200, { 'content-length': BYTES }).write('email'),
};

beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'sluice-test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'sluice-test-secret');
  server = createServer((call, answer) => {
    const path = new URL(call.url ?? '', 'http://localhost').pathname;
    asked.push(path);
    void TREATMENTS[path.split('/').at(-1) ?? '']?.(answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  vi.unstubAllEnvs();
});

async function withStore(folder: string, patience: S3Patience, use: (store: FileStore) => Promise<void>) {
  const { port } = server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  const files = openS3Files({ bucket: 'sluice', prefix: `${folder}/`, region: 'us-east-1', endpoint }, patience);
  try {
    await use(files.store);
  } finally {
    files.close();
  }
}

const callsOf = (folder: string) => asked.filter((path) => path.includes(`/${folder}/`)).length;

describe('a bucket', () => {
  it.concurrent(
    'that answers after 12 s works for jobs, in one try',
    async () => {
      await withStore('slow-one', PATIENCE_OF_JOBS, async (store) => {
        expect(await store.size('imports/1/slow')).toBe(BYTES);
      });
      expect(callsOf('slow-one')).toBe(1);
    },
    120_000,
  );

  it.concurrent.each([
    ['jobs', PATIENCE_OF_JOBS],
    ['calls', PATIENCE_OF_CALLS],
  ])(
    'that goes silent within a file fails for %s before one that never answers',
    async (whose, patience) => {
      const ended: string[] = [];
      await withStore(whose, patience, async (store) => {
        const end = async (name: string, work: Promise<unknown>) => {
          await expect(work).rejects.toThrow(FileStoreDown);
          ended.push(name);
        };
        await Promise.all([
          end('never answers', store.size('imports/1/silent')),
          end('goes silent', buffer(store.read('imports/1/begun'))),
        ]);
      });
      expect(ended).toEqual(['goes silent', 'never answers']);
      // The begun file once, and two tries of the other.
      expect(callsOf(whose)).toBe(3);
    },
    240_000,
  );
});

it.each([
  [5_000, 5_000],
  [5_999, 5_999],
  // The SDK begins to count 3 s late from 6 s on.
  [20_000, 17_000],
  [7_000, 5_999],
])('the timeout of the SDK for a silence of %i ms at most is %i ms', (silentMs, socketTimeout) => {
  expect(socketTimeoutOf(silentMs)).toBe(socketTimeout);
});
