import { jobView } from './job-view.ts';
import type { JobView } from './job-view.ts';
import type { SubscriberExportSnapshot } from './subscriber-export.ts';

export type SubscriberExportState =
  'idle' | 'estimating' | 'exporting' | 'paused' | 'finished' | 'failed' | 'cancelled';

/** The public view of a running export, in the specification's words; plain JSON. */
export interface SubscriberExportView extends JobView<SubscriberExportState> {
  /** `total` is null until the snapshot is taken. */
  readonly subscribers: { readonly exported: number; readonly total: number | null };
}

/** Returns the view of a snapshot, for the workflow's query and for tests. */
export function subscriberExportView(snapshot: SubscriberExportSnapshot): SubscriberExportView {
  const { context } = snapshot;
  return {
    ...jobView(snapshot),
    subscribers: { exported: context.exported, total: context.total },
  };
}
