import { ActivityFailure, ApplicationFailure, condition } from '@temporalio/workflow';

/** The last run of one part of the maintenance. Times are ISO 8601. */
export interface PartRun {
  readonly at: string;
  /** Counts of the part; null when it failed. */
  readonly result: Readonly<Record<string, number>> | null;
  readonly failure: string | null;
}

/** The state of a part, handed on when the workflow continues as new; `dueAt` is in Unix milliseconds. */
export interface PartState {
  readonly dueAt: number;
  readonly isPaused: boolean;
  readonly last: PartRun | null;
  /** Failed runs since the last success. */
  readonly failures: number;
}

export interface PartOptions {
  readonly everyMs: number;
  readonly perform: () => Promise<Readonly<Record<string, number>>>;
  readonly carried: PartState | undefined;
  readonly onChange: () => void;
}

/** One part of the maintenance: runs at every full period, and immediately when requested. */
export interface MaintenancePart {
  readonly everyMs: number;
  readonly state: () => PartState;
  readonly isRunning: () => boolean;
  /** Whether nothing runs and nothing is requested. */
  readonly isIdle: () => boolean;
  /** Requests a run that begins after this call, also of a paused part. */
  readonly request: () => void;
  /** Requests a run and waits for its end. @throws ApplicationFailure with the failure of the run */
  readonly runNow: () => Promise<PartRun>;
  readonly pause: (isPaused: boolean) => void;
  /** Never ends; rejects when the workflow is cancelled or has a bug. */
  readonly loop: () => Promise<never>;
}

/** Creates a part of the maintenance. A failed run is recorded, and the part runs again when it is due. */
export function createPart({ everyMs, perform, carried, onChange }: PartOptions): MaintenancePart {
  let state: PartState = carried ?? { dueAt: Date.now(), isPaused: false, last: null, failures: 0 };
  let requested = 0;
  let served = 0;
  let isRunning = false;

  const set = (changes: Partial<PartState>) => {
    state = { ...state, ...changes };
    onChange();
  };

  const run = async () => {
    const ticket = requested;
    const at = new Date().toISOString();
    isRunning = true;
    // Full periods of the clock: a run that is long or late does not shift the next one.
    set({ dueAt: (Math.floor(Date.now() / everyMs) + 1) * everyMs });
    const last = await perform().then(
      (result) => ({ at, result, failure: null }),
      (error: unknown) => ({ at, result: null, failure: failureText(error) }),
    );
    isRunning = false;
    served = ticket;
    set({ last, failures: last.failure === null ? 0 : state.failures + 1 });
  };

  const untilDue = async (): Promise<void> => {
    while (requested === served) {
      const { isPaused } = state;
      const isCalled = () => requested > served || state.isPaused !== isPaused;
      if (isPaused) await condition(isCalled);
      else if (!(await condition(isCalled, Math.max(1, state.dueAt - Date.now())))) return;
    }
  };

  return {
    everyMs,
    state: () => state,
    isRunning: () => isRunning,
    isIdle: () => !isRunning && requested === served,
    request: () => void requested++,
    runNow: async () => {
      const ticket = ++requested;
      await condition(() => served >= ticket);
      const { last } = state;
      if (last === null || last.failure !== null) {
        throw ApplicationFailure.nonRetryable(last?.failure ?? 'The part did not run.', 'MaintenanceFailed');
      }
      return last;
    },
    pause: (isPaused) => set({ isPaused }),
    loop: async () => {
      for (;;) {
        await untilDue();
        await run();
      }
    },
  };
}

const FAILURE_CHARACTERS = 300;

/** The message of a failed activity. @throws any other error, unchanged */
function failureText(error: unknown): string {
  if (!(error instanceof ActivityFailure)) throw error;
  return (error.cause?.message ?? error.message).slice(0, FAILURE_CHARACTERS);
}
