import type { WorkflowExecutionInfo } from '@temporalio/client';
import { callerIdentity } from '../db/accounts/caller.ts';
import type { CallerIdentity } from '../db/accounts/caller.ts';
import type { Queryable } from '../db/core/connections.ts';
import { readJobKeys } from '../db/jobs/job-keys.ts';
import type { FoundRow } from '../db/jobs/job-keys.ts';
import { JOB_KINDS } from '../job-kinds/index.ts';
import type { JobKind } from '../job-kinds/job-kind.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/names.ts';
import { jobIdOf } from './job-name.ts';
import { isoSeconds, ownerOf } from './jobs-in-temporal.ts';
import { readRunInput } from './run-key.ts';
import { UnreadablePayload } from './payload-codec.ts';
import type { TemporalClient } from './temporal-client.ts';

/** A job that Temporal knows and whose row the database has lost. Times are ISO 8601, to the second. */
export interface JobWithoutRow {
  readonly workflowId: string;
  readonly id: number;
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
    const runs = await readRuns(client, kind, since);
    const ids = [...runs.keys()];
    for (let at = 0; at < ids.length; at += ROWS_AT_A_TIME) {
      const part = ids.slice(at, at + ROWS_AT_A_TIME);
      const rows = await readJobKeys(db, kind.jobRows, part);
      for (const id of part) {
        const row = rows.get(id);
        const ofId = { id, idIsTaken: row !== undefined };
        for (const job of await findLostAmong(client, runs.get(id) ?? [], row))
          found.push({ run: job.first, job: describe(kind, job, ofId) });
      }
    }
  }
  return found.sort((one, other) => one.run.startTime.getTime() - other.run.startTime.getTime());
}

const ROWS_AT_A_TIME = 1_000;

/** The runs of each workflow of a kind that began after that time, by the id of the job, the oldest first. */
async function readRuns(
  client: TemporalClient,
  kind: JobKind,
  since: Date,
): Promise<ReadonlyMap<number, readonly WorkflowExecutionInfo[]>> {
  const runs = new Map<number, WorkflowExecutionInfo[]>();
  const query = `WorkflowType = '${kind.workflowType}' and TaskQueue = '${client.names.taskQueue}' and StartTime > '${since.toISOString()}'`;
  for await (const run of client.workflow.list({ query })) {
    const id = jobIdOf(client, kind, run.workflowId);
    if (id === null) continue;
    const known = runs.get(id);
    if (known === undefined) runs.set(id, [run]);
    else known.push(run);
  }
  for (const ofId of runs.values()) ofId.sort((one, other) => one.startTime.getTime() - other.startTime.getTime());
  return runs;
}

/** A job of those that had an id, one after the other: its runs, of which it has several when it continued as new or was started again. */
interface JobRuns {
  readonly first: WorkflowExecutionInfo;
  readonly last: WorkflowExecutionInfo;
}

/**
 * The jobs of an id that the database has lost, of its runs and its row. Runs that began after the row was written are its own. Others may be
 * those of jobs that had the id before, which have other keys: then the input of each is read.
 */
async function findLostAmong(
  client: TemporalClient,
  runs: readonly WorkflowExecutionInfo[],
  row: FoundRow | undefined,
): Promise<readonly JobRuns[]> {
  const [first, ...others] = runs;
  if (first === undefined || (row !== undefined && row.createdAt < first.startTime)) return [];
  if (row === undefined && others.length === 0) return [{ first, last: first }];
  const jobs = new Map<string | null, JobRuns>();
  let key = row?.key ?? null;
  for (const run of runs) {
    const read = await readKey(client, run);
    // Nothing says that it is another job's: that of the row, or of the run before.
    key = read === undefined ? key : read;
    jobs.set(key, { first: jobs.get(key)?.first ?? run, last: run });
  }
  if (row !== undefined) jobs.delete(row.key);
  return [...jobs.values()];
}

/** The key of the job of a run; null for one of a version without keys, undefined where it cannot be decrypted. */
async function readKey(client: TemporalClient, run: WorkflowExecutionInfo): Promise<string | null | undefined> {
  try {
    const input = (await readRunInput(client, run)) as { readonly jobKey?: string } | null;
    return input?.jobKey ?? null;
  } catch (error) {
    if (error instanceof UnreadablePayload) return undefined;
    throw error;
  }
}

/** Reads who created a job, of its first run; null where a part of the service or an earlier version started it, or its input cannot be read. */
export async function readCreator(client: TemporalClient, { run }: LostRun): Promise<CallerIdentity | null> {
  try {
    const input = (await readRunInput(client, run)) as { readonly createdBy?: unknown } | null;
    return callerIdentity.safeParse(input?.createdBy).data ?? null;
  } catch {
    // The history may be gone while the run is still listed.
    return null;
  }
}

function describe(
  kind: JobKind,
  { first, last }: JobRuns,
  { id, idIsTaken }: Pick<JobWithoutRow, 'id' | 'idIsTaken'>,
): JobWithoutRow {
  const { workflowId, typedSearchAttributes: attributes, closeTime } = last;
  return {
    workflowId,
    id,
    kind: kind.name,
    ...ownerOf(attributes),
    state: attributes.get(SEARCH_ATTRIBUTES.jobState) ?? null,
    beganAt: isoSeconds(first.startTime),
    endedAt: closeTime === undefined ? null : isoSeconds(closeTime),
    idIsTaken,
  };
}
