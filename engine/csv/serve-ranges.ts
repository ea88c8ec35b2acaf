import { workerData } from 'node:worker_threads';
import { messageOf } from '../platform/errors.ts';
import { openThreadPort, prefetched } from '../platform/threads.ts';
import type { SentBytes } from '../platform/threads.ts';
import type { EncodedSlice } from './encoded-slice.ts';
import { encodeRange } from './encode-range.ts';
import type { EncodeSettings, RangeRequest } from './encode-range.ts';
import type { FromThread, ToThread } from './range-messages.ts';
import { noteProgress } from './row-progress.ts';

/** Slices in flight: one is written to Postgres while the next one is encoded. */
const SLICES_UNDER_WAY = 2;

/**
 * Runs in a thread of range-threads.ts: encodes one range at a time, requests its bytes from the main thread and sends
 * the slices to it.
 */
export function serveRanges({ compile }: Pick<EncodeSettings, 'compile'> = {}): void {
  const port = openThreadPort<ToThread, FromThread, SentBytes>();
  const progress = noteProgress(workerData as SharedArrayBuffer);

  port.onMessage((message) => {
    if (message.kind === 'encode') void encode(message.request).then((end) => port.send(end));
    else if (message.kind === 'answer') port.answer(message.id, message.bytes);
    else port.refuse(message.id, 'The main thread rejected the request.');
  });

  async function encode(request: RangeRequest): Promise<FromThread> {
    const underWay = new Set<Promise<unknown>>();
    const take = async (slice: EncodedSlice) => {
      const taken = port.call((id) => ({ kind: 'slice', slice, id }), { transferred: [slice.text.buffer] });
      underWay.add(taken);
      taken.then(
        () => underWay.delete(taken),
        () => undefined,
      );
      if (underWay.size >= SLICES_UNDER_WAY) await Promise.race(underWay);
    };
    try {
      const source = prefetched(() => port.call((id) => ({ kind: 'bytes', id })));
      const totals = await encodeRange(source, request, take, { progress, ...(compile && { compile }) });
      await Promise.all(underWay);
      return { kind: 'done', totals };
    } catch (error) {
      progress.rest();
      await Promise.allSettled(underWay);
      return { kind: 'failed', message: messageOf(error) };
    }
  }
}
