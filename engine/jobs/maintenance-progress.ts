import type { MaintenanceState } from '../../workflows/maintenance.ts';

/** Whether the maintenance goes on, by its states at several looks. */
export interface MaintenanceProgress {
  /** Notes the state at a look, null when it could not be read. @returns whether it has stood still for too long */
  standsStill(state: MaintenanceState | null): boolean;
  /** The last state that was read; null before the first one. */
  lastState(): MaintenanceState | null;
}

/**
 * A Temporal that was restored can leave the workflow waiting for what the restored past does not have. Its history shows no fault
 * then; only nothing happens in it any more. Clocks of machines are not compared: what counts is that the state stays the same.
 * @param now milliseconds of a clock that is never set
 */
export function createMaintenanceProgress(now = () => performance.now()): MaintenanceProgress {
  let last: MaintenanceState | null = null;
  let since = now();
  let lookedAt = since;
  return {
    standsStill(state) {
      // No look came while Temporal was away.
      if (now() - lookedAt > STANDS_STILL_MS / 2) since = now();
      lookedAt = now();
      const isChanged = state !== null && JSON.stringify(state) !== JSON.stringify(last);
      last = state ?? last;
      if (isChanged || (last !== null && isPaused(last))) since = now();
      return now() - since > STANDS_STILL_MS;
    },
    lastState: () => last,
  };
}

/** More than the longest time between two changes, which is that between two runs of the diagnosis. */
const STANDS_STILL_MS = 75_000;

/** The parts that change often are paused by an operator. */
function isPaused({ diagnose, reconcile }: MaintenanceState): boolean {
  return diagnose?.isPaused === true && reconcile?.isPaused === true;
}
