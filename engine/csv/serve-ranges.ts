import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../platform/background-priority.ts';
import type { EncodedSlice } from './encoded-slice.ts';
import { encodeRange } from './encode-range.ts';
import type { EncodeSettings, RangeRequest } from './encode-range.ts';
import type { FromThread, ThreadRequest, ToThread } from './range-messages.ts';
import { noteProgress } from './row-progress.ts';

/** Slices in flight: one is written to Postgres while the next one is encoded. */
const SLICES_UNDER_WAY = 2;

type Answer = Uint8Array<ArrayBuffer> | null;
interface Waiting {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: Error) => void;
}

/**
 * Runs in a thread of range-threads.ts: encodes one range at a time, requests its bytes from the main thread and sends
 * the slices to it.
 */
export function serveRanges({ compile }: Pick<EncodeSettings, 'compile'> = {}): void {
  const port = parentPort;
  if (port === null) throw new Error('serveRanges must run in a thread of range-threads.ts.');
  lowerThreadPriority();
  const progress = noteProgress(workerData as SharedArrayBuffer);
  const waiting = new Map<number, Waiting>();
  let lastId = 0;

  port.on('message', (message: ToThread) => {
    if (message.kind === 'encode') {
      void encode(message.request).then(send);
      return;
    }
    const pending = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.kind === 'answer') pending?.resolve(message.bytes);
    else pending?.reject(new Error('The main thread rejected the request.'));
  });

  async function encode(request: RangeRequest): Promise<FromThread> {
    const underWay = new Set<Promise<unknown>>();
    const take = async (slice: EncodedSlice) => {
      const taken = call({ kind: 'slice', slice }, [slice.text.buffer]);
      underWay.add(taken);
      taken.then(
        () => underWay.delete(taken),
        () => undefined,
      );
      if (underWay.size >= SLICES_UNDER_WAY) await Promise.race(underWay);
    };
    try {
      const totals = await encodeRange(bytesOfRange(), request, take, { progress, ...(compile && { compile }) });
      await Promise.all(underWay);
      return { kind: 'done', totals };
    } catch (error) {
      progress.rest();
      await Promise.allSettled(underWay);
      return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Prefetches: the next bytes are requested before the current ones are parsed. */
  async function* bytesOfRange(): AsyncGenerator<Buffer> {
    for (let next = callForBytes(); ;) {
      const bytes = await next;
      if (bytes === null) return;
      next = callForBytes();
      yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
  }

  function callForBytes(): Promise<Answer> {
    const bytes = call({ kind: 'bytes' }, []);
    // If the range fails for another reason, no caller awaits this promise.
    bytes.catch(() => undefined);
    return bytes;
  }

  function call(request: ThreadRequest, transferred: ArrayBuffer[]): Promise<Answer> {
    const id = ++lastId;
    send({ ...request, id }, transferred);
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  }

  function send(message: FromThread, transferred: ArrayBuffer[] = []): void {
    port?.postMessage(message, transferred);
  }
}
