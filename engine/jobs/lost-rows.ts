import type { WorkflowExecutionInfo } from '@temporalio/client';
import type { Queryable } from '../db/core/connections.ts';
import { readJobKeys } from '../db/jobs/job-keys.ts';
import type { FoundRow } from '../db/jobs/job-keys.ts';
import { JOB_KINDS } from '../job-kinds/index.ts';
import type { JobKind } from '../job-kinds/job-kind.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/names.ts';
import { isoSeconds, ownerOf } from './jobs-in-temporal.ts';
import { readRunInput } from './run-key.ts';
import { UnreadablePayload } from './payload-codec.ts';
import type { TemporalClient } from './temporal-client.ts';

/** A job that Temporal knows and whose row the database has lost. Times are ISO 8601, to the second. */
export interface JobWithoutRow {
  readonly workflowId: string;
  /** The name of its kind. */
  readonly kind: string;
  readonly organizationId: number | null;
  readonly mailingListId: number | null;
  /** The last state that its clients could read; null when the namespace does not have it. */
  readonly state: string | null;
  readonly beganAt: string;
  /** Null while its workflow runs. */
  readonly endedAt: string | null;
  /** The database has given the id to another job since. */
  readonly idIsTaken: boolean;
}

/**
 * Finds the jobs, the oldest first, that began after a time and whose row the database has lost, since it was restored or has failed over. Temporal knows
 * ended jobs for as long as its namespace retains them. Kinds whose rows clients delete are left out.
 */
export async function findJobsWithoutRow(
  client: TemporalClient,
  db: Queryable,
  since: Date,
): Promise<readonly JobWithoutRow[]> {
  return (await findLostRuns(client, db, since)).map(({ job }) => job);
}

/** A job without a row, with its first run. */
export interface LostRun {
  readonly run: WorkflowExecutionInfo;
  readonly job: JobWithoutRow;
}

/** Finds the same with their runs. */
export async function findLostRuns(client: TemporalClient, db: Queryable, since: Date): Promise<readonly LostRun[]> {
  const found: LostRun[] = [];
  for (const kind of JOB_KINDS.filter(({ jobRows }) => jobRows.mayBeDeleted !== true)) {
    const runs = await readFirstRuns(client, kind, since);
    const ids = [...runs.keys()];
    for (let at = 0; at < ids.length; at += ROWS_AT_A_TIME) {
      const part = ids.slice(at, at + ROWS_AT_A_TIME);
      const rows = await readJobKeys(db, kind.jobRows, part);
      for (const id of part) {
        const run = runs.get(id) as WorkflowExecutionInfo;
        const row = rows.get(id);
        if (row !== undefined && (await isRowOf(client, run, row))) continue;
        found.push({ run, job: describe(kind, run, row !== undefined) });
      }
    }
  }
  return found.sort((one, other) => one.run.startTime.getTime() - other.run.startTime.getTime());
}

const ROWS_AT_A_TIME = 1_000;

/** The first run of each job of a kind that began after that time, by the id of the job; a job that continued as new has several. */
async function readFirstRuns(
  client: TemporalClient,
  { workflowType, idPrefix }: JobKind,
  since: Date,
): Promise<ReadonlyMap<number, WorkflowExecutionInfo>> {
  const runs = new Map<number, WorkflowExecutionInfo>();
  const prefix = `${client.names.workflowIdPrefix}${idPrefix}/`;
  const query = `WorkflowType = '${workflowType}' and TaskQueue = '${client.names.taskQueue}' and StartTime > '${since.toISOString()}'`;
  for await (const run of client.workflow.list({ query })) {
    if (!run.workflowId.startsWith(prefix)) continue;
    const id = Number(run.workflowId.slice(prefix.length));
    const known = runs.get(id);
    if (known === undefined || run.startTime < known.startTime) runs.set(id, run);
  }
  return runs;
}

/** A row that was there before the run began is its own. One that is younger may be of another job, which has another key. */
async function isRowOf(client: TemporalClient, run: WorkflowExecutionInfo, row: FoundRow): Promise<boolean> {
  if (row.createdAt < run.startTime) return true;
  try {
    const input = (await readRunInput(client, run)) as { readonly jobKey?: string } | null;
    return (input?.jobKey ?? null) === row.key;
  } catch (error) {
    // Nothing says that it is another job's.
    if (error instanceof UnreadablePayload) return true;
    throw error;
  }
}

function describe(kind: JobKind, run: WorkflowExecutionInfo, idIsTaken: boolean): JobWithoutRow {
  const { workflowId, typedSearchAttributes: attributes, startTime, closeTime } = run;
  return {
    workflowId,
    kind: kind.name,
    ...ownerOf(attributes),
    state: attributes.get(SEARCH_ATTRIBUTES.jobState) ?? null,
    beganAt: isoSeconds(startTime),
    endedAt: closeTime === undefined ? null : isoSeconds(closeTime),
    idIsTaken,
  };
}
