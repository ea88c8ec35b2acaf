import type { SuppressedAddressImportSnapshot } from './suppressed-address-import.ts';

export type SuppressedAddressImportState =
  'idle' | 'splitting' | 'importing' | 'paused' | 'finished' | 'failed' | 'cancelled';

/** The public view of a running import, in the specification's words; plain JSON. */
export interface SuppressedAddressImportView {
  readonly state: SuppressedAddressImportState;
  readonly health: 'ok' | 'stalled';
  readonly error_message: string | null;
  /** The type of the fault that it failed with; absent unless it has failed. */
  readonly fault_type?: string;
  /** `total` is null until the source is scanned. */
  readonly rows: { readonly imported: number; readonly total: number | null };
}

/** Returns the view of a snapshot, for the workflow's query and for tests. */
export function suppressedAddressImportView(snapshot: SuppressedAddressImportSnapshot): SuppressedAddressImportView {
  const { context } = snapshot;
  return {
    state: publicState(snapshot),
    health: snapshot.hasTag('stalled') ? 'stalled' : 'ok',
    error_message: context.error,
    ...(snapshot.matches('failed') && context.faultType !== null && { fault_type: context.faultType }),
    rows: { imported: context.imported, total: context.total },
  };
}

function publicState({ value }: SuppressedAddressImportSnapshot): SuppressedAddressImportState {
  if (typeof value === 'string') return value;
  const active: string | object = value.active;
  return (typeof active === 'string' ? active : Object.keys(active)[0]) as SuppressedAddressImportState;
}
