/** Called when the database was set back. @returns whether it takes the job back itself */
type Listener = () => boolean;

// The variables of a module are those of all workflows of a thread (see engine/roles/bundle-workflows.ts); a global is the
// workflow's own.
const own = () => globalThis as { sluiceWentBack?: Listener };

/** Sets the callback for a database that was set back: a workflow has one job, whose host stops the work first. */
export function onWentBack(listener: Listener): void {
  own().sluiceWentBack = listener;
}

/** Reports that an activity found the database set back. @returns whether the host of the job takes it back */
export function tellWentBack(): boolean {
  return own().sluiceWentBack?.() ?? false;
}
