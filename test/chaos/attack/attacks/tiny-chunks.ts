import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { API_PREFIX } from '../../../../api/http/prefix.ts';
import { startWebServer } from '../../world/web-server.ts';
import type { Attack } from '../attack.ts';
import type { Hostile } from '../hostile/hostile.ts';

/** Each chunk costs the thread that reads it as much as a large one. */
export const tinyChunks: Attack = {
  name: 'tiny-chunks',
  title:
    'calls, uploads, downloads and answers to events in chunks of one byte, and servers that send informational answers without an end',
  play: async (hostile) => {
    await sendBodies(hostile);
    const { call, count, finishImports, size, startImport } = hostile;
    const server = await startWebServer(answerInTinyChunks);
    const url = (kind: string) => `http://127.0.0.1:${server.port}/${kind}`;
    const create = (kind: string) => call('POST', '/webhook_endpoints', { webhook_endpoint: { url: url(kind) } });
    await Promise.all(['informational', 'chunks'].map(create));
    const downloads = Array.from({ length: size === 'full' ? 10 : 4 }, (_, i) =>
      startImport({ type: 'url', url: url(i % 4 === 0 ? `informational${i}` : `chunks${i}`) }),
    );
    const ids = await Promise.all(downloads);
    await delay(size === 'full' ? 30_000 : 3_000);
    const ends = await finishImports(ids, 0);
    count('downloads in tiny chunks', ends.length);
    const { text } = await call('GET', '/webhook_endpoints');
    const created = [...text.matchAll(/\{"id":(\d+)/g)];
    await Promise.all(created.map(([, id]) => call('DELETE', `/webhook_endpoints/${id}`)));
    await server.close();
  },
};

/** Bodies without an end: of calls with and without a key, and of a part of an upload. */
async function sendBodies({ addresses, call, complain, raw, size }: Hostile): Promise<void> {
  const tus = { 'tus-resumable': '1.0.0', 'upload-length': '100000000' };
  const { location = '' } = await call('POST', '/uploads', undefined, { headers: tus });
  const part = 'Tus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\n';
  const key = `Authorization: Basic ${addresses.hostile.apiKey}\r\n`;
  const heads = [
    [400, `POST ${API_PREFIX}/mailing_lists HTTP/1.1\r\n${key}`],
    [400, `POST ${API_PREFIX}/mailing_lists/${addresses.hostile.listId}/subscriber_imports HTTP/1.1\r\n${key}`],
    [400, `PATCH ${location} HTTP/1.1\r\n${key}${part}`],
    [401, `POST ${API_PREFIX}/mailing_lists HTTP/1.1\r\n`],
  ] as const;
  const times = size === 'full' ? 10 : 2;
  await Promise.all(
    Array.from({ length: times }, () => heads)
      .flat()
      .map(async ([expected, head]) => {
        const { status } = await raw({ blocks: tinyBlocks(`${head}Host: x\r\nTransfer-Encoding: chunked\r\n\r\n`) });
        // 423: another part of the same upload is arriving. A connection with an unread body may end without its answer.
        if (![expected, 423, 'closed'].includes(status)) complain(`a body in tiny chunks was answered ${status}`);
      }),
  );
}

function* tinyBlocks(head: string): Generator<string> {
  yield head;
  // More than any kernel holds back for a connection.
  for (let i = 0; i < 5_000; i++) yield TINY;
}

const TINY = '1\r\nx\r\n'.repeat(1_000);
const INFORMATIONAL = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1_000);

const answerInTinyChunks: RequestListener = ({ url = '', socket }) => {
  if (url.includes('informational')) return flood(socket, INFORMATIONAL);
  socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
  flood(socket, TINY);
};

/** Writes a text again and again, as fast as it is read. */
function flood(socket: Socket, text: string): void {
  const write = () => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on('drain', write).on('error', () => undefined);
  write();
}
