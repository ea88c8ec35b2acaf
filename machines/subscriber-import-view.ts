import { jobView, publicState } from './job-view.ts';
import type { JobView } from './job-view.ts';
import { finishedCount } from './tasks.ts';
import type { SubscriberImportSnapshot } from './subscriber-import.ts';

export type SubscriberImportState =
  'scheduled' | 'downloading' | 'splitting' | 'importing' | 'paused' | 'finished' | 'failed' | 'cancelled';

/** The public view of a running import, in the specification's words; plain JSON. */
export interface SubscriberImportView extends JobView<SubscriberImportState> {
  /** Its time has come, but its organization has as many imports running as it may. */
  readonly is_queued?: true;
  /** Writes no subscriber. */
  readonly is_dry_run?: true;
  /** Reason of the guard that paused the import; absent unless one did. */
  readonly pause_reason?: string;
  readonly number_of_records: number | null;
  readonly records_imported: number;
  /** By counter name; absent means 0. */
  readonly counters: Readonly<Record<string, number>>;
  /** Rows of `updated` that changed nothing; absent in views of older workers. */
  readonly unchanged?: number;
  readonly progress: {
    readonly ranges: readonly [staged: number, total: number];
    readonly chunks: readonly [merged: number, total: number];
  };
  /** Tasks that wait for an operator's retry, skip_chunk or fail. */
  readonly parked: readonly { readonly work: 'range' | 'chunk'; readonly number: number; readonly reason: string }[];
}

/** Returns the view of a snapshot, for the workflow's query and for tests. */
export function subscriberImportView(snapshot: SubscriberImportSnapshot): SubscriberImportView {
  const { context } = snapshot;
  const counters = { ...context.counters, failed: (context.counters.failed ?? 0) + context.rowFailures };
  return {
    ...jobView(snapshot),
    state: stateOf(snapshot),
    ...(snapshot.matches({ active: 'queued' }) && { is_queued: true }),
    ...(context.dryRun === true && { is_dry_run: true }),
    ...(typeof context.pauseReason === 'string' && { pause_reason: context.pauseReason }),
    number_of_records: context.records,
    records_imported: Object.values(counters).reduce((total, count) => total + count, 0),
    counters,
    unchanged: context.unchanged ?? 0,
    progress: {
      ranges: [finishedCount(context.ranges), context.ranges.total],
      chunks: [finishedCount(context.chunks), context.chunks.total],
    },
    parked: [
      ...context.ranges.parked.map((task) => ({ work: 'range' as const, ...task })),
      ...context.chunks.parked.map((task) => ({ work: 'chunk' as const, ...task })),
    ],
  };
}

function stateOf({ value }: SubscriberImportSnapshot): SubscriberImportState {
  if (typeof value !== 'string' && 'guarded' in value) return 'paused';
  const state = publicState(value);
  if (state === 'restarting' || state === 'queued') return 'scheduled';
  return state === 'inline' ? 'splitting' : (state as SubscriberImportState);
}
