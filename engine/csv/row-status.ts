import { leavesBlankStatus, mapsRemovals } from '../domain/import-status.ts';
import type { ImportOptions } from '../domain/subscriber-imports.ts';
import type { SubscriberStatus } from '../domain/subscribers.ts';
import type { Draft } from './row-columns.ts';

/** The status of rows that have none of their own. */
export interface RowStatus {
  /** Status of a row before its columns are read; null: it keeps its subscriber's status, unless `settle` gives it one. */
  readonly initial: SubscriberStatus | null;
  /** Completes a row whose columns are read; null when there is nothing to do. */
  readonly settle: ((draft: Draft) => void) | null;
}

/**
 * Compiles the status of rows that have none of their own. A row with a removal date or address is never active: its person has left,
 * whatever the default is.
 */
export function compileStatus(options: ImportOptions): RowStatus {
  const { status: byDefault } = options.subscriber_defaults;
  const ifBlank = leavesBlankStatus(options) ? null : byDefault;
  if (options.default_status_sent === undefined || !mapsRemovals(options)) return { initial: ifBlank, settle: null };
  const removed = byDefault === 'active' ? 'unsubscribed' : byDefault;
  return {
    initial: null,
    settle: (draft) => {
      draft.status ??= draft.removeTime === null && draft.removeIp === null ? ifBlank : removed;
    },
  };
}
