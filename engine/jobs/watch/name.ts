/** The workflow whose page of the Temporal UI tells what holds jobs up, and the task queue that only its questions go through. */
export const WATCH = 'sluice-watch';
