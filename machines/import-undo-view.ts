import type { ImportUndoSnapshot } from './import-undo.ts';
import { jobView } from './job-view.ts';
import type { JobView } from './job-view.ts';

export type ImportUndoState = 'idle' | 'undoing' | 'paused' | 'finished' | 'failed' | 'cancelled';

/** The public view of a running undo; plain JSON. */
export interface ImportUndoView extends JobView<ImportUndoState> {
  /** `total` is null before the first slice. */
  readonly subscribers: { readonly undone: number; readonly total: number | null };
}

/** Returns the view of a snapshot, for the workflow's query and for tests. */
export function importUndoView(snapshot: ImportUndoSnapshot): ImportUndoView {
  const { undone, total } = snapshot.context;
  return { ...jobView(snapshot), subscribers: { undone, total } };
}
