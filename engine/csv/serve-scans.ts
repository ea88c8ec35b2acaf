import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '../platform/background-priority.ts';
import { createBufferCollector } from '../platform/buffer-garbage.ts';
import { scanSource } from './scan.ts';
import type { FromScanThread, ToScanThread } from './scan-messages.ts';

type Bytes = Uint8Array<ArrayBuffer> | null;
interface Waiting {
  readonly resolve: (bytes: Bytes) => void;
  readonly reject: (reason: Error) => void;
}

/** Runs in the thread of scan-thread.ts: scans sources, whose bytes it requests from the main thread, alternately. */
export function serveScans(): void {
  const port = parentPort;
  if (port === null) throw new Error('serveScans must run in a thread of scan-thread.ts.');
  lowerThreadPriority();
  const waiting = new Map<number, Waiting>();
  const collect = createBufferCollector();
  const send = (message: FromScanThread) => port.postMessage(message);

  port.on('message', (message: ToScanThread) => {
    if (message.kind === 'begin') return void scan(message).then(send);
    const pending = waiting.get(message.scan);
    waiting.delete(message.scan);
    if (message.kind === 'bytes') pending?.resolve(message.bytes);
    else pending?.reject(new Error('The scan was given up.'));
  });

  async function scan({ scan: id, format, rangeBytes }: ToScanThread & { kind: 'begin' }): Promise<FromScanThread> {
    try {
      return { kind: 'done', scan: id, result: await scanSource(bytesOf(id), format, { rangeBytes }) };
    } catch (error) {
      return { kind: 'failed', scan: id, message: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Prefetches: the next bytes are requested before the current ones are scanned. */
  async function* bytesOf(id: number): AsyncGenerator<Buffer> {
    for (let next = request(id); ;) {
      const bytes = await next;
      if (bytes === null) return;
      next = request(id);
      // If the scan fails for another reason, no caller awaits this promise.
      next.catch(() => undefined);
      collect(bytes.byteLength);
      yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
  }

  function request(id: number): Promise<Bytes> {
    send({ kind: 'next', scan: id });
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  }
}
