import { parentPort, workerData } from 'node:worker_threads';
import { yieldThread } from '../platform/background-priority.ts';
import type { EncodedBatch } from './batch.ts';
import { encodeRange } from './encode-range.ts';
import type { EncodeSettings, RangeOrder } from './encode-range.ts';
import type { FromThread, ThreadRequest, ToThread } from './range-messages.ts';
import { noteProgress } from './row-progress.ts';

/** Batches on their way at once: one is written to Postgres while the next one is made. */
const BATCHES_UNDER_WAY = 2;

type Answer = Uint8Array<ArrayBuffer> | null;
interface Waiting {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: Error) => void;
}

/**
 * Makes the thread that calls it the other side of range-threads.ts: it encodes one range at a time, whose bytes it
 * requests and whose batches it hands over.
 */
export function serveRanges({ compile }: Pick<EncodeSettings, 'compile'> = {}): void {
  const port = parentPort;
  if (port === null) throw new Error('Ranges are encoded in a thread of range-threads.ts.');
  yieldThread();
  const progress = noteProgress(workerData as SharedArrayBuffer);
  const waiting = new Map<number, Waiting>();
  let lastId = 0;

  port.on('message', (message: ToThread) => {
    if (message.kind === 'order') {
      void perform(message.order).then(send);
      return;
    }
    const asker = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.kind === 'answer') asker?.resolve(message.bytes);
    else asker?.reject(new Error('The range was given up.'));
  });

  async function perform(order: RangeOrder): Promise<FromThread> {
    const underWay = new Set<Promise<unknown>>();
    const take = async (batch: EncodedBatch) => {
      const taken = ask({ kind: 'batch', batch }, [batch.text.buffer]);
      underWay.add(taken);
      taken.then(
        () => underWay.delete(taken),
        () => undefined,
      );
      if (underWay.size >= BATCHES_UNDER_WAY) await Promise.race(underWay);
    };
    try {
      const totals = await encodeRange(bytesOfRange(), order, take, { progress, ...(compile && { compile }) });
      await Promise.all(underWay);
      return { kind: 'done', totals };
    } catch (error) {
      progress.rest();
      await Promise.allSettled(underWay);
      return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  }

  /** The next bytes are on their way while the last ones are parsed. */
  async function* bytesOfRange(): AsyncGenerator<Buffer> {
    for (let next = askForBytes(); ;) {
      const bytes = await next;
      if (bytes === null) return;
      next = askForBytes();
      yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
  }

  function askForBytes(): Promise<Answer> {
    const bytes = ask({ kind: 'bytes' }, []);
    // A range that fails for another reason leaves this answer unheard.
    bytes.catch(() => undefined);
    return bytes;
  }

  function ask(request: ThreadRequest, transferred: ArrayBuffer[]): Promise<Answer> {
    const id = ++lastId;
    send({ ...request, id }, transferred);
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  }

  function send(message: FromThread, transferred: ArrayBuffer[] = []): void {
    port?.postMessage(message, transferred);
  }
}
