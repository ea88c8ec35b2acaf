import type { Pool } from 'pg';
import type { Operator } from './operator.ts';
import { findImportByKey, findRedoTarget, insertRedone, reserveRedoId } from '../db/imports/redo.ts';
import { findStartableImport } from '../db/imports/unfinished.ts';
import type { FileOwner } from '../domain/file-owner.ts';
import { keepSettings, readSettings } from '../files/import-settings.ts';
import type { ImportSettings } from '../files/import-settings.ts';
import type { Files } from '../files/open-files.ts';
import { importKeys, packedSourceKey, sourceKey } from '../files/source-key.ts';
import type { JobWithoutRow, LostRun } from '../jobs/lost-rows.ts';
import { UnreadablePayload } from '../jobs/payload-codec.ts';
import { terminateRun } from '../jobs/terminate-run.ts';
import { readRunInput } from '../jobs/run-key.ts';
import { endRunOfOther, signalJob, startJob } from '../jobs/start-job.ts';
import { SUBSCRIBER_IMPORT, subscriberImportStart } from '../jobs/subscriber-import.ts';
import type { TemporalClient } from '../jobs/temporal-client.ts';

/** The clients and files of the service. */
export interface RedoDeps {
  readonly client: TemporalClient;
  readonly pool: Pool;
  readonly files: Files;
}

/** A lost import that can be created again, with all that is needed for it. */
interface Redoable {
  readonly lost: FileOwner & { readonly jobKey: string };
  readonly run: LostRun['run'];
  readonly settings: ImportSettings;
  readonly isPaused: boolean;
}

/** Whether a lost job can be created again: a sentence says why it cannot, or the id of the import that was made of it. */
export type Redo = Redoable | { readonly refusal: string } | { readonly redoneAs: number };

/** A lost job, and the API key or user that created it, by its present name; null where that is not known. */
interface CreatedJob extends JobWithoutRow {
  readonly createdBy: string | null;
}

/** A lost job as `sluice reconcile` prints it. */
export interface ReportedJob extends CreatedJob {
  readonly redo: 'possible' | 'impossible' | 'done';
  /** Reason why it is impossible, as a sentence. */
  readonly reason: string | null;
  /** The id of the import that was made of it. */
  readonly redoneAs: number | null;
}

/** Adds to a lost job what can be done about it. */
export function withRedo(job: CreatedJob, redo: Redo): ReportedJob {
  if ('redoneAs' in redo) return { ...job, redo: 'done', reason: null, redoneAs: redo.redoneAs };
  if ('refusal' in redo) return { ...job, redo: 'impossible', reason: redo.refusal, redoneAs: null };
  return { ...job, redo: 'possible', reason: null, redoneAs: null };
}

/** Finds out whether a lost job can be created again from what Temporal and the files know. */
export async function assessRedo(deps: RedoDeps, { run, job }: LostRun): Promise<Redo> {
  if (job.kind !== SUBSCRIBER_IMPORT.name) return { refusal: 'Only imports are done again.' };
  const jobKey = await readKey(deps.client, run);
  if (jobKey === null) return { refusal: 'Its key cannot be read in Temporal.' };
  const known = await findImportByKey(deps.pool, jobKey);
  if (known !== null) return { redoneAs: known };
  const ended = ENDED[job.state ?? ''];
  if (ended !== undefined) return { refusal: ended };
  const lost = { id: job.id, jobKey };
  const settings = await readSettings(deps.files.store, lost);
  if (settings === null) return { refusal: job.state === 'finished' ? FINISHED : 'Its settings are not stored.' };
  const { list, options } = settings;
  const target = await findRedoTarget(deps.pool, {
    ...{ organizationId: list.organizationId, mailingListId: list.id, before: run.startTime },
    ...{ primaryKeyCustomFieldId: list.primaryKeyCustomFieldId, fieldIds: options.field_ids ?? {} },
  });
  if (!target.hasList) return { refusal: 'Its list is gone.' };
  if (!target.hasKey) return { refusal: 'Its list has another primary key.' };
  if (!target.hasFields) return { refusal: 'A custom field that it fills is gone.' };
  if (!(await hasSource(deps, lost, settings))) return { refusal: 'Its source is gone.' };
  return { lost, run, settings, isPaused: job.state === 'paused' };
}

/** The files of a cancelled import are removed at its end. */
const ENDED: Readonly<Record<string, string>> = {
  cancelled: 'It was cancelled.',
  failed: 'It had failed.',
};
const FINISHED = 'It had finished, and its settings are not stored.';

async function readKey(client: TemporalClient, run: LostRun['run']): Promise<string | null> {
  try {
    return ((await readRunInput(client, run)) as { readonly jobKey?: string } | null)?.jobKey ?? null;
  } catch (error) {
    if (error instanceof UnreadablePayload) return null;
    throw error;
  }
}

async function hasSource({ files }: RedoDeps, lost: FileOwner, { list, options }: ImportSettings): Promise<boolean> {
  const { file_source: source } = options;
  for (const keyOf of SOURCES) if ((await files.store.size(keyOf(lost))) !== null) return true;
  if (source.type !== 'upload_directory') return source.type === 'url';
  return (await files.uploads.size(list.organizationId, source.filename)) !== null;
}

/** The packed form counts where both are stored. */
const SOURCES = [packedSourceKey, sourceKey] as const;

/**
 * Creates a lost import again, with its key, so that it is created once however often this is done; a paused one is paused again.
 * @returns the id of the import, null when another operator was faster or the list was deleted
 */
export async function redoImport(deps: RedoDeps, redo: Redoable, by: Operator): Promise<number | null> {
  const { client, pool, files } = deps;
  const { lost, settings } = redo;
  const { list, beginsAt, options, notices, policy, sourceFormat } = settings;
  const job = { id: await reserveRedoId(pool), jobKey: lost.jobKey };
  const isSame = job.id === lost.id;
  const source = await takeSource(deps, lost, job);
  if (!isSame) await keepSettings(files.store, job, settings);
  const isAdded = await insertRedone(pool, {
    ...{ ...job, organizationId: list.organizationId, mailingListId: list.id, beginsAt, options, notices, policy },
    ...{ sourceFormat, source, operator: by.name },
  });
  if (!isSame) await removeFiles(deps, isAdded ? lost : job);
  const row = isAdded ? await findStartableImport(pool, job.id) : null;
  if (row === null) return null;
  await endLostRun(client, redo.run);
  // The maintenance starts within a minute what could not be started now.
  const start = subscriberImportStart(row, client.names.workflowIdPrefix);
  if (redo.isPaused) {
    await endRunOfOther(client, start);
    await signalJob(client, start, { name: 'pause', args: [null, by] });
  } else {
    await startJob(client, start);
  }
  return job.id;
}

/** Ends the run of the lost import, which remembers more than the new row has; one of another job with its id is left alone. */
async function endLostRun(client: TemporalClient, { workflowId, runId }: LostRun['run']): Promise<void> {
  const handle = client.workflow.getHandle(workflowId, undefined, { firstExecutionRunId: runId });
  await terminateRun(handle, 'The database lost this import, and it was created again.');
}

/** Gives the import the stored source of the lost one; null where the worker has to fetch it again. */
async function takeSource({ files }: RedoDeps, lost: FileOwner, job: FileOwner) {
  for (const keyOf of SOURCES) {
    const bytes =
      lost.id === job.id ? await files.store.size(keyOf(lost)) : await files.store.link(keyOf(lost), keyOf(job));
    if (bytes !== null) return { bytes, isPacked: keyOf === packedSourceKey };
  }
  return null;
}

async function removeFiles({ files }: RedoDeps, job: FileOwner): Promise<void> {
  for (const key of importKeys(job)) await files.store.remove(key);
}
