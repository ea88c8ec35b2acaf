import type { SubscriberExportSnapshot } from './subscriber-export.ts';

export type SubscriberExportState =
  'idle' | 'estimating' | 'exporting' | 'paused' | 'finished' | 'failed' | 'cancelled';

/** The public view of a running export, in the specification's words; plain JSON. */
export interface SubscriberExportView {
  readonly state: SubscriberExportState;
  readonly health: 'ok' | 'stalled';
  readonly error_message: string | null;
  /** The type of the fault that it failed with; absent unless it has failed. */
  readonly fault_type?: string;
  /** `total` is null until the snapshot is taken. */
  readonly subscribers: { readonly exported: number; readonly total: number | null };
}

/** Returns the view of a snapshot, for the workflow's query and for tests. */
export function subscriberExportView(snapshot: SubscriberExportSnapshot): SubscriberExportView {
  const { context } = snapshot;
  return {
    state: publicState(snapshot),
    health: snapshot.hasTag('stalled') ? 'stalled' : 'ok',
    error_message: context.error,
    ...(snapshot.matches('failed') && typeof context.faultType === 'string' && { fault_type: context.faultType }),
    subscribers: { exported: context.exported, total: context.total },
  };
}

function publicState({ value }: SubscriberExportSnapshot): SubscriberExportState {
  if (typeof value === 'string') return value;
  const active: string | object = value.active;
  return (typeof active === 'string' ? active : Object.keys(active)[0]) as SubscriberExportState;
}
