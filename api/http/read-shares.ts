import { BOUNDS } from '../../engine/domain/bounds.ts';
import { TooManyReads } from './errors.ts';

/**
 * Runs a read of an organization, with a limit of concurrent reads for each, so that one cannot take all connections.
 * @throws TooManyReads when as many of the organization's reads wait as may.
 */
export type ReadShares = <Result>(organizationId: number, read: () => Promise<Result>) => Promise<Result>;

/** Creates shares of one process; `atOnce` and `waiting` are reads of one organization. */
export function createReadShares({
  atOnce = BOUNDS.concurrentReads.max,
  waiting = BOUNDS.readsWaiting.max,
}: { atOnce?: number; waiting?: number } = {}): ReadShares {
  const shares = new Map<number, { running: number; readonly queue: (() => void)[] }>();

  const begin = async (organizationId: number): Promise<void> => {
    const share = shares.get(organizationId) ?? { running: 0, queue: [] };
    shares.set(organizationId, share);
    if (share.running < atOnce) {
      share.running++;
      return;
    }
    if (share.queue.length >= waiting) throw new TooManyReads(share.running + share.queue.length);
    await new Promise<void>((resolve) => share.queue.push(resolve));
  };
  const end = (organizationId: number): void => {
    const share = shares.get(organizationId);
    if (share === undefined) return;
    // The place of the read that ended goes to the next one.
    const next = share.queue.shift();
    if (next !== undefined) next();
    else if (--share.running === 0) shares.delete(organizationId);
  };

  return async (organizationId, read) => {
    await begin(organizationId);
    try {
      return await read();
    } finally {
      end(organizationId);
    }
  };
}
