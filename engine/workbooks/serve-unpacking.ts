import { workerData } from 'node:worker_threads';
import { FileError } from '../files/errors.ts';
import { createBufferCollector } from '../platform/buffer-garbage.ts';
import { messageOf } from '../platform/errors.ts';
import { bufferOf, openThreadPort, ownBytes } from '../platform/threads.ts';
import type { RandomFile } from './random-file.ts';
import { unpack } from './unpack.ts';
import type { FromUnpackThread, ToUnpackThread, UnpackWork } from './unpack-messages.ts';

/** Runs in a thread of unpack-threads.ts: unpacks one file, whose bytes it requests from the main thread. */
export function serveUnpacking(): void {
  const port = openThreadPort<ToUnpackThread, FromUnpackThread, Uint8Array<ArrayBuffer>>();
  const { bytes, options } = workerData as UnpackWork;
  const collect = createBufferCollector();
  let wanted = (): void => undefined;
  let isWanted = new Promise<void>((resolve) => (wanted = resolve));

  port.onMessage((message) => {
    if (message.kind === 'next') wanted();
    else port.answer(message.id, message.bytes);
  });
  const file: RandomFile = {
    bytes,
    read: async (start, end) => bufferOf(await port.call((id) => ({ kind: 'read', id, start, end }))),
  };

  async function work(): Promise<void> {
    const { workbook, entry, content } = await unpack(file, options);
    port.send({ kind: 'opened', workbook, entry });
    // A block is made while the one before it is stored.
    for await (const block of content) {
      await isWanted;
      isWanted = new Promise((resolve) => (wanted = resolve));
      collect(block.byteLength);
      const owned = ownBytes(block);
      port.send({ kind: 'block', bytes: owned }, [owned.buffer]);
    }
    port.send({ kind: 'end' });
  }

  work().catch((error: unknown) => {
    port.send({ kind: 'failed', isOfFile: error instanceof FileError, message: messageOf(error) });
  });
}
