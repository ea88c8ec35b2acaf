import { jobView } from './job-view.ts';
import type { JobView } from './job-view.ts';
import type { SuppressedAddressImportSnapshot } from './suppressed-address-import.ts';

export type SuppressedAddressImportState =
  'idle' | 'splitting' | 'importing' | 'paused' | 'finished' | 'failed' | 'cancelled';

/** The public view of a running import, in the specification's words; plain JSON. */
export interface SuppressedAddressImportView extends JobView<SuppressedAddressImportState> {
  /** `total` is null until the source is scanned. */
  readonly rows: { readonly imported: number; readonly total: number | null };
}

/** Returns the view of a snapshot, for the workflow's query and for tests. */
export function suppressedAddressImportView(snapshot: SuppressedAddressImportSnapshot): SuppressedAddressImportView {
  const { context } = snapshot;
  return {
    ...jobView(snapshot),
    rows: { imported: context.imported, total: context.total },
  };
}
