import type { ServerResponse } from 'node:http';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HEAD_BYTES } from '../../../../engine/csv/recognize.ts';
import { startWebServer } from '../../world/web-server.ts';
import type { Hostile } from './hostile.ts';
import { requireRead } from './require-read.ts';

/** A file that a server makes while it sends it, and what an import of it is told. */
export interface ServedFile {
  readonly name: string;
  readonly start?: Buffer;
  /** Follows the start so many times. */
  readonly block: Buffer;
  readonly blocks: number;
  readonly end?: Buffer;
  /** Attributes of the import. */
  readonly settings?: object;
}

/** Files that are imported at the same time. */
const TOGETHER = 3;

/** Imports files from a server, three at a time, and complains of each one that was not read. */
export async function importServed(hostile: Hostile, files: readonly ServedFile[], limitMs: number): Promise<void> {
  const byName = new Map(files.map((file) => [file.name, file]));
  const server = await startWebServer((call, response) => {
    const file = byName.get(basename(call.url ?? '', '.csv'));
    if (file === undefined) response.writeHead(404).end();
    else void serve(response, file);
  });
  const left = hostile.random.shuffled(files);
  while (left.length > 0) {
    const together = left.splice(0, TOGETHER);
    const ids = await Promise.all(
      together.map(({ name, settings }) =>
        hostile.startImport({ type: 'url', url: `http://127.0.0.1:${server.port}/${name}.csv` }, settings),
      ),
    );
    const ends = await hostile.finishImports(ids, limitMs);
    for (const [at, file] of together.entries()) {
      requireRead(
        hostile,
        { name: file.name, head: headOf(file) },
        ends.find(({ id }) => id === ids[at]),
      );
    }
  }
  await server.close();
}

function headOf({ start = NOTHING, block, blocks, end = NOTHING }: ServedFile): Buffer {
  const shown = Math.min(blocks, Math.ceil(HEAD_BYTES / Math.max(1, block.length)));
  return Buffer.concat([start, ...Array.from({ length: shown }, () => block), end]);
}

async function serve(response: ServerResponse, { start = NOTHING, block, blocks, end = NOTHING }: ServedFile) {
  const bytes = start.length + block.length * blocks + end.length;
  response.writeHead(200, { 'content-type': 'text/csv', 'content-length': bytes });
  const parts = [start, ...Array.from({ length: blocks }, () => block), end];
  // Rejects when the worker gives the download up.
  await pipeline(Readable.from(parts), response).catch(() => undefined);
}

const NOTHING = Buffer.alloc(0);
