import { createBufferCollector } from '../platform/buffer-garbage.ts';
import { messageOf } from '../platform/errors.ts';
import { openThreadPort, prefetched } from '../platform/threads.ts';
import type { SentBytes } from '../platform/threads.ts';
import { scanSource } from './scan.ts';
import type { FromScanThread, ToScanThread } from './scan-messages.ts';

/** Runs in the thread of scan-thread.ts: scans sources, whose bytes it requests from the main thread, alternately. */
export function serveScans(): void {
  const port = openThreadPort<ToScanThread, FromScanThread, SentBytes>();
  const collect = createBufferCollector();

  port.onMessage((message) => {
    if (message.kind === 'begin') void scan(message).then((end) => port.send(end));
    else if (message.kind === 'bytes') port.answer(message.scan, message.bytes);
    else port.refuse(message.scan, 'The scan was given up.');
  });

  async function scan({ scan: id, format, rangeBytes }: ToScanThread & { kind: 'begin' }): Promise<FromScanThread> {
    try {
      return { kind: 'done', scan: id, result: await scanSource(bytesOf(id), format, { rangeBytes }) };
    } catch (error) {
      return { kind: 'failed', scan: id, message: messageOf(error) };
    }
  }

  async function* bytesOf(id: number): AsyncGenerator<Buffer> {
    for await (const bytes of prefetched(() => port.call(() => ({ kind: 'next', scan: id }), { id }))) {
      collect(bytes.byteLength);
      yield bytes;
    }
  }
}
