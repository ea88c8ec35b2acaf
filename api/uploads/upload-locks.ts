import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { endLease, LEASE_SECONDS, renewLease, takeLease } from '../../engine/db/uploads/leases.ts';
import type { UploadLease } from '../../engine/db/uploads/leases.ts';
import type { Database } from '../../engine/db/core/slonik.ts';
import { tusRefusal } from './tus-refusal.ts';
import { describeError } from '../../engine/platform/describe-error.ts';

/** The lease of a call at this process, as long as it is held. */
export interface HeldLease extends UploadLease {
  /** @throws when the lease was not renewed for so long that another call may have taken it */
  requireHeld(): void;
  /** Does work that has to end before the lease does, whatever becomes of the call. */
  during<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Locks of uploads, one call at a time over all API processes: leases in the database. */
export interface UploadLocks {
  /** A lock in the form that the server of the protocol wants. */
  newLock(id: string): {
    lock: (signal: AbortSignal, release: () => Promise<void> | void) => Promise<void>;
    unlock: () => Promise<void>;
  };
  /** The lease of the upload that a call at this process holds. @throws when there is none */
  heldLease(id: string): HeldLease;
}

const RENEW_MS = 1_000;
const ASK_AGAIN_MS = 200;
/** A process that is dead, or a client whose connection is, loses the lease before that. */
const WAIT_MS = (LEASE_SECONDS + 4) * 1000;
/** Before the lease ends, so that a write under way ends before it, too. */
const TRUSTED_MS = (LEASE_SECONDS * 1000) / 2;

/** The call is refused since another one receives a part of the upload. */
const LOCKED = { status_code: 423, body: 'another call sends a part of this upload: try again in a few seconds' };

/** Creates the locks of this process. A call that waits for a lock has the one that holds it end, as the protocol advises. */
export function createUploadLocks(
  db: Database,
  log: FastifyBaseLogger,
  { waitMs = WAIT_MS }: { readonly waitMs?: number } = {},
): UploadLocks {
  const held = new Map<string, HeldLease>();
  return {
    newLock: (id) => {
      const lease = { id, token: randomUUID() };
      let renewing: NodeJS.Timeout | undefined;
      let renewedAt = 0;
      let working: Promise<unknown> = Promise.resolve();
      const renew = async (release: () => Promise<void> | void) => {
        const askedAt = performance.now();
        try {
          const isWanted = await renewLease(db, lease);
          if (isWanted !== null) renewedAt = askedAt;
          if (isWanted !== false) await release();
        } catch (error) {
          log.warn({ fault: describeError(error) }, 'the lease of an upload could not be renewed');
        }
      };
      return {
        lock: async (signal, release) => {
          const until = performance.now() + waitMs;
          for (;;) {
            renewedAt = performance.now();
            if (await takeLease(db, lease)) break;
            if (performance.now() > until) throw tusRefusal(LOCKED);
            await delay(ASK_AGAIN_MS, undefined, { signal });
          }
          const requireHeld = () => {
            if (performance.now() - renewedAt > TRUSTED_MS) throw new Error('The lease of an upload was lost.');
          };
          const during = <Result>(work: () => Promise<Result>) => {
            const result = work();
            working = result.catch(() => undefined);
            return result;
          };
          held.set(id, { ...lease, requireHeld, during });
          renewing = setInterval(() => void renew(release), RENEW_MS).unref();
        },
        unlock: async () => {
          // The server of the protocol does not wait for a write whose connection breaks.
          await working;
          clearInterval(renewing);
          if (held.get(id)?.token === lease.token) held.delete(id);
          await endLease(db, lease);
        },
      };
    },
    heldLease: (id) => {
      const lease = held.get(id);
      if (lease === undefined) throw new Error('A part of an upload is written without its lease.');
      return lease;
    },
  };
}
