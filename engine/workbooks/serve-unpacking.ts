import { parentPort, workerData } from 'node:worker_threads';
import { ownBytes } from '../csv/start-thread.ts';
import { FileError } from '../files/errors.ts';
import { lowerThreadPriority } from '../platform/background-priority.ts';
import { createBufferCollector } from '../platform/buffer-garbage.ts';
import type { RandomFile } from './random-file.ts';
import { unpack } from './unpack.ts';
import type { FromUnpackThread, ToUnpackThread, UnpackWork } from './unpack-messages.ts';

/** Runs in a thread of unpack-threads.ts: unpacks one file, whose bytes it requests from the main thread. */
export function serveUnpacking(): void {
  const port = parentPort;
  if (port === null) throw new Error('serveUnpacking must run in a thread of unpack-threads.ts.');
  lowerThreadPriority();
  const { bytes, options } = workerData as UnpackWork;
  const send = (message: FromUnpackThread, transferred: ArrayBuffer[] = []) => port.postMessage(message, transferred);
  const waiting = new Map<number, (bytes: Buffer) => void>();
  const collect = createBufferCollector();
  let lastId = 0;
  let wanted = (): void => undefined;
  let isWanted = new Promise<void>((resolve) => (wanted = resolve));

  port.on('message', (message: ToUnpackThread) => {
    if (message.kind === 'next') return wanted();
    const { id, bytes: read } = message;
    waiting.get(id)?.(Buffer.from(read.buffer, read.byteOffset, read.byteLength));
    waiting.delete(id);
  });
  const file: RandomFile = {
    bytes,
    read: (start, end) => {
      const id = ++lastId;
      send({ kind: 'read', id, start, end });
      return new Promise((resolve) => waiting.set(id, resolve));
    },
  };

  async function work(): Promise<void> {
    const { workbook, entry, content } = await unpack(file, options);
    send({ kind: 'opened', workbook, entry });
    // A block is made while the one before it is stored.
    for await (const block of content) {
      await isWanted;
      isWanted = new Promise((resolve) => (wanted = resolve));
      collect(block.byteLength);
      const owned = ownBytes(block);
      send({ kind: 'block', bytes: owned }, [owned.buffer]);
    }
    send({ kind: 'end' });
  }

  work().catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    send({ kind: 'failed', isOfFile: error instanceof FileError, message });
  });
}
