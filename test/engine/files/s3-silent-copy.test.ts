import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FileStoreDown } from '../../../engine/files/errors.ts';
import { openBucket } from '../../../engine/files/s3-bucket.ts';
import { PATIENCE_OF_CALLS } from '../../../engine/files/s3-patience.ts';
import type { S3Patience } from '../../../engine/files/s3-patience.ts';

const BYTES = 20;
const COPIED = '<?xml version="1.0"?><CopyObjectResult><ETag>"a"</ETag></CopyObjectResult>';
const ASK_MS = 1_000;
/** Connections of a client of the SDK. */
const CONNECTIONS = 50;

let server: Server;
let questions = 0;
let copies = 0;
/** Treatment of a copy, and whether what comes during it is answered. */
let copying: { readonly answersOthers: boolean; readonly afterQuestions: number };

beforeEach(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'sluice-test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'sluice-test-secret');
  questions = 0;
  copies = 0;
  let isCopying = false;
  const copy = async (answer: ServerResponse) => {
    isCopying = true;
    while (server.listening && questions < copying.afterQuestions) await delay(20);
    answer.writeHead(200, { 'content-type': 'application/xml' }).end(COPIED);
  };
  const serve = (call: IncomingMessage, answer: ServerResponse) => {
    call.resume();
    if (call.method === 'PUT') {
      copies += 1;
      return void copy(answer);
    }
    if (call.method === 'GET') return;
    if (isCopying) questions += 1;
    if (isCopying && !copying.answersOthers) return;
    answer.writeHead(200, { 'content-length': BYTES }).end();
  };
  server = createServer(serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  copying = { answersOthers: true, afterQuestions: 0 };
  server.closeAllConnections();
  server.close();
  vi.unstubAllEnvs();
});

async function copyFile(changes: Partial<S3Patience> = {}, readsDuring = 0): Promise<void> {
  const { port } = server.address() as AddressInfo;
  const settings = { bucket: 'sluice', prefix: '', region: 'us-east-1', endpoint: `http://127.0.0.1:${port}` };
  const bucket = openBucket(settings, { ...PATIENCE_OF_CALLS, askMs: ASK_MS, ...changes });
  const copied = bucket.compose('imports/1/source', [{ name: 'uploads/1', start: 0, end: BYTES }]);
  try {
    if (readsDuring > 0) await vi.waitUntil(() => copies > 0, { timeout: 30_000 });
    const reads = Array.from({ length: readsDuring }, () => bucket.get('a', { start: 0, end: 1 }));
    for (const read of reads) read.catch(() => undefined);
    await copied;
  } finally {
    bucket.close();
  }
}

it('a copy for a call waits for a service that answers something else', async () => {
  copying = { answersOthers: true, afterQuestions: 2 };
  await copyFile();
  expect(questions).toBe(2);
}, 60_000);

it('a copy for a call fails when the service answers nothing else', async () => {
  copying = { answersOthers: false, afterQuestions: Infinity };
  await expect(copyFile()).rejects.toThrow(FileStoreDown);
}, 60_000);

it('a copy waits while reads take all connections, since what is asked during it has its own', async () => {
  copying = { answersOthers: true, afterQuestions: 4 };
  await copyFile({ answerMs: 60_000, silentMs: 60_000 }, 2 * CONNECTIONS);
  expect(questions).toBe(4);
}, 60_000);

it('a copy that says nothing has as many tries as a silence, also while other questions are answered', async () => {
  copying = { answersOthers: true, afterQuestions: Infinity };
  await expect(copyFile({ copyMs: 3_000 })).rejects.toThrow(FileStoreDown);
  expect(copies).toBe(2);
  expect(questions).toBeGreaterThan(2);
}, 60_000);
