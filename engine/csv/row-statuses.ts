import type { ImportOptions } from '../domain/subscriber-imports.ts';
import type { CountsByStatus, SubscriberStatus } from '../domain/subscribers.ts';
import type { StagedRow } from './row-plan.ts';

/** Counts valid rows by the status that each gives a new subscriber. */
export interface RowStatuses {
  readonly add: (row: StagedRow) => void;
  readonly counts: () => CountsByStatus;
}

/** Begins to count. */
export function countStatuses({ subscriber_defaults: defaults }: ImportOptions): RowStatuses {
  const counts: Partial<Record<SubscriberStatus, number>> = {};
  return {
    add: (row) => {
      const status = row.status ?? defaults.status;
      counts[status] = (counts[status] ?? 0) + 1;
    },
    counts: () => counts,
  };
}
