import { condition, isCancellation, proxyLocalActivities } from '@temporalio/workflow';
import type { createSubscriberImportActivities } from '../engine/activities/subscriber-import.ts';

type Activities = ReturnType<typeof createSubscriberImportActivities>;
type Done = Awaited<ReturnType<Activities['importAtOnce']>>;

/** Commands and queries wait for the end of the workflow task, so there is one brief attempt. */
const { importAtOnce } = proxyLocalActivities<Activities>({ startToCloseTimeout: '1s', retry: { maximumAttempts: 1 } });

/** What has been done of an import before its machine comes to ask for it. */
export interface AtOnce {
  /** Tries to do all of the import; null when that has come to nothing and everything is left to do. */
  attempt(): Promise<Done['scan'] | null>;
  /** Hands the result of a piece out once: when it is asked for again, it has to be done again. */
  take<Piece extends 'range' | 'chunk'>(piece: Piece): Done[Piece];
  /** Whether its rows are admitted and merged, and the result of that is still to be taken. */
  isMerged(): boolean;
  /** Waits for the end of the attempt. @returns whether it has done the import */
  outcome(): Promise<boolean>;
}

/**
 * Does a small import within its workflow task, in one go: its way through Temporal, piece by piece, takes several times as
 * long as the work itself. The machine goes the same way as always and finds its pieces done. Whatever the attempt has come to,
 * the ledger knows.
 */
export function createAtOnce(importId: number): AtOnce {
  let done: Done | null = null;
  let isTried = false;
  let isDone = false;
  return {
    attempt: async () => {
      try {
        done = await importAtOnce({ importId });
        isDone = done.chunk !== null;
      } catch (error) {
        if (isCancellation(error)) throw error;
      } finally {
        isTried = true;
      }
      return done?.scan ?? null;
    },
    take: (piece) => {
      const result = done?.[piece] ?? null;
      if (done !== null) done = { ...done, [piece]: null };
      return result;
    },
    isMerged: () => done?.chunk != null,
    outcome: async () => {
      await condition(() => isTried);
      return isDone;
    },
  };
}
