/** Hears that the database was set back. @returns whether it takes the job back itself */
type Listener = () => boolean;

let listener: Listener = () => false;

/** Sets what hears that the database was set back: a workflow has one job, whose host stops the work first. */
export function onWentBack(hear: Listener): void {
  listener = hear;
}

/** Tells that an activity found the database set back. @returns whether the host of the job takes it back */
export function tellWentBack(): boolean {
  return listener();
}
