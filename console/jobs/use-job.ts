import { useEffect, useState } from 'preact/hooks';
import type { AnyStateMachine } from 'xstate';
import { dataOf } from '../../client/index.ts';
import type { components } from '../../client/index.ts';
import { useAnswer } from '../hooks/use-answer.ts';
import { useEventStream } from '../hooks/use-event-stream.ts';
import type { EventStreamState } from '../hooks/use-event-stream.ts';
import { eventsOf } from '../hooks/use-live-jobs.ts';
import type { LiveJob } from '../hooks/use-live-jobs.ts';
import { useThrottled } from '../hooks/use-throttled.ts';
import { useApi } from '../session/session.tsx';
import { machineStateOf, valueOfPublicState } from '../state-chart/machine-state.ts';
import type { MachineState } from '../state-chart/machine-state.ts';
import type { ConsoleKind, JobRecord } from './job-kind.ts';

export type Inspection = components['schemas']['JobInspection'];

/** A job as its page shows it. */
export interface JobNow<Row = unknown> {
  /** Undefined until the first answer. */
  readonly row: Row | undefined;
  readonly record: JobRecord | undefined;
  readonly inspection: Inspection | undefined;
  /** The last event; null before the first. */
  readonly live: LiveJob | null;
  /** The public state, which is the newest of what arrived. */
  readonly state: string | undefined;
  readonly machine: MachineState | null;
  readonly stream: EventStreamState;
  readonly error: unknown;
  /** Grows with each reading. */
  readonly changes: number;
  readonly reload: () => void;
}

/** An event can come each second; the rest of the page is read again after so long. */
const APART_MS = 2_000;

/** Some of what the page shows is in no event, such as the step of the machine. */
const POLL_MS = 5_000;

/** Reads a job, and again when an event says that it has changed. */
export function useJob<Row>(kind: ConsoleKind<Row>, id: number): JobNow<Row> {
  const { client } = useApi();
  const [live, setLive] = useState<LiveJob | null>(null);
  const [changes, setChanges] = useState(0);
  const row = useAnswer(() => kind.read(client, id), [client, kind, id]);
  const inspection = useAnswer(
    () => dataOf(client.GET('/jobs/{job_kind}/{id}', { params: { path: { job_kind: kind.name as JobKindName, id } } })),
    [client, kind, id],
  );
  const reload = () => {
    row.reload();
    inspection.reload();
    setChanges((count) => count + 1);
  };
  const reloadLater = useThrottled(reload, APART_MS);
  const record = row.data === undefined ? undefined : kind.record(row.data);
  const isOver = record !== undefined && record.finishedAt !== null;

  // Only system administrators have actions, and they see the jobs of other organizations.
  const ofAll = (inspection.data?.actions.length ?? 0) > 0;
  const path = record === undefined || isOver ? null : (kind.events?.(id) ?? eventsOf(ofAll));
  const receive = (event: LiveJob) => {
    if (event.job_type !== kind.jobType || event.id !== id) return;
    setLive(event);
    reloadLater();
  };
  const stream = useEventStream(path, receive, reloadLater);
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(reloadLater, POLL_MS);
    return () => clearInterval(timer);
  }, [isOver, kind, id]);

  const state = isOver ? record.state : (live?.state ?? record?.state);
  const seen = inspection.data;
  const isSame = seen !== undefined && seen.machine_state !== null && seen.state === state;
  return {
    row: row.data,
    record,
    inspection: seen,
    live,
    state,
    machine:
      state === undefined ? null : machineOf(kind.machine, state, isSame ? seen.machine_state?.value : undefined),
    stream,
    error: row.error ?? inspection.error,
    changes,
    reload,
  };
}

type JobKindName = 'subscriber_import';

/** The state by the machine's own value, or while that is not known, by the public state. */
function machineOf(machine: AnyStateMachine, state: string, value: unknown): MachineState | null {
  const exact = value === undefined ? null : machineStateOf(machine, value);
  return exact ?? machineStateOf(machine, valueOfPublicState(machine, state));
}
