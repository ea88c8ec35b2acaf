import type { ServerResponse } from 'node:http';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { startWebServer } from '../../world/web-server.ts';
import type { Attack } from '../attack.ts';
import { requireRead } from '../hostile/require-read.ts';

const MEBIBYTE = 1024 * 1024;

/** What each file repeats from its first byte to its last. */
const CONTENTS: Readonly<Record<string, string>> = {
  'one-line': 'x',
  quotes: '"',
  'open-quote': '"x\n',
  separators: ',',
  nuls: '\0',
  'line-breaks': '\n',
  'short-rows': 'x\n',
};

/** Files of the largest size that is downloaded, each of one thing only. */
export const oddFiles: Attack = {
  name: 'odd-files',
  title: 'files of 200 MB of one line, quotes, separators, NULs, line breaks or bad rows, three at a time',
  play: async (hostile) => {
    const { startImport, finishImports, random, size } = hostile;
    const blocks = size === 'full' ? 200 : 2;
    // Still more than a row or a quoted field may have, and than a range.
    const blockBytes = size === 'full' ? MEBIBYTE : (5 * MEBIBYTE) / 8;
    // A MiB has half a million of them, which fail one by one.
    const shortRows = size === 'full' ? MEBIBYTE : MEBIBYTE / 16;
    const blockOf = (name: string) =>
      Buffer.alloc(name === 'short-rows' ? shortRows : blockBytes, CONTENTS[name] ?? 'x');
    const server = await startWebServer((call, response) => {
      const name = basename(call.url ?? '', '.csv');
      void serve(response, blockOf(name), blocks);
    });
    const names = random.shuffled(Object.keys(CONTENTS));
    while (names.length > 0) {
      const together = names.splice(0, 3);
      const ids = await Promise.all(
        together.map((name) => startImport({ type: 'url', url: `http://127.0.0.1:${server.port}/${name}.csv` })),
      );
      const ends = await finishImports(ids, size === 'full' ? 45_000 : 15_000);
      for (const [i, name] of together.entries()) {
        const end = ends.find(({ id }) => id === ids[i]);
        requireRead(hostile, { name, head: blockOf(name) }, end);
      }
    }
    await server.close();
  },
};

async function serve(response: ServerResponse, block: Buffer, blocks: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/csv', 'content-length': block.length * blocks });
  // Rejects when the worker gives the download up.
  await pipeline(Readable.from(Array.from({ length: blocks }, () => block)), response).catch(() => undefined);
}
