/** An activity that heartbeats. */
export interface HeartbeatingActivity {
  readonly heartbeat: () => void;
  /** Aborted when the activity is cancelled. */
  readonly signal: AbortSignal;
}

/** Schedule of the heartbeats of the activities of a workflow run. */
export interface HeartbeatTurns {
  /** Adds an activity of a run. @returns a function that removes it */
  begin(runId: string, activity: HeartbeatingActivity): () => void;
}

/** Milliseconds between the heartbeats of a run: its activities notice within that time that they are cancelled. */
const TURN_MS = 500;
/** An activity heartbeats at least in each so many turns: often enough for its timeout, which is 10 s. */
const MOST_TURNS = 3;

interface Run {
  /** In the order of their turns. */
  readonly activities: Set<HeartbeatingActivity>;
  readonly timer: NodeJS.Timeout;
}

/**
 * Creates the turns of a worker. The activities of one workflow run are usually cancelled together, so one of them at a time asks
 * Temporal, and all ask when it was cancelled: a heartbeat is a write for the Temporal server.
 */
export function createHeartbeatTurns(): HeartbeatTurns {
  const runs = new Map<string, Run>();

  const start = (runId: string): Run => {
    const activities = new Set<HeartbeatingActivity>();
    const run = { activities, timer: setInterval(() => takeTurn(activities), TURN_MS) };
    runs.set(runId, run);
    return run;
  };
  return {
    begin: (runId, activity) => {
      const { activities, timer } = runs.get(runId) ?? start(runId);
      const heartbeatAll = () => activities.forEach(({ heartbeat }) => heartbeat());
      activities.add(activity);
      activity.signal.addEventListener('abort', heartbeatAll, { once: true });
      return () => {
        activity.signal.removeEventListener('abort', heartbeatAll);
        activities.delete(activity);
        if (activities.size > 0 || !runs.delete(runId)) return;
        clearInterval(timer);
      };
    },
  };
}

function takeTurn(activities: Set<HeartbeatingActivity>): void {
  const due = [...activities].slice(0, Math.ceil(activities.size / MOST_TURNS));
  for (const activity of due) {
    activities.delete(activity);
    activities.add(activity);
    activity.heartbeat();
  }
}
