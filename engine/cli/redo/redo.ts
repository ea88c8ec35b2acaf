import type { Pool } from 'pg';
import { findJobByKey, reserveRedoId } from '../../db/jobs/redone-jobs.ts';
import type { FileOwner } from '../../domain/file-owner.ts';
import type { Files } from '../../files/open-files.ts';
import { keptKeys, packedSourceKey, sourceKey } from '../../files/source-key.ts';
import type { LostRun } from '../../jobs/lost-rows.ts';
import { UnreadablePayload } from '../../jobs/payload-codec.ts';
import { readRunInput } from '../../jobs/run-key.ts';
import { endRunOfOther, signalJob, startJob } from '../../jobs/start-job.ts';
import type { TemporalClient } from '../../jobs/temporal-client.ts';
import { terminateRun } from '../../jobs/terminate-run.ts';
import type { Operator } from '../operator.ts';
import type { RedoKind, RedoSettings } from './redo-kind.ts';
import { subscriberImportRedo } from './subscriber-import.ts';
import { suppressedAddressImportRedo } from './suppressed-address-import.ts';

/** The clients and files of the service. */
export interface RedoDeps {
  readonly client: TemporalClient;
  readonly pool: Pool;
  readonly files: Files;
}

/** A lost job that can be created again. */
interface Redoable {
  /** Creates it again, with its key, so that it is created once however often this is done; a paused one is paused again. */
  readonly redo: (by: Operator) => Promise<Redo>;
}

/** Whether a lost job can be created again: a sentence says why it cannot, or the id of the job that was made of it. */
export type Redo = Redoable | { readonly refusal: string } | { readonly redoneAs: number };

/** Finds out whether a lost job can be created again from what Temporal and the files know. */
export function assessRedo(deps: RedoDeps, lost: LostRun): Promise<Redo> {
  const { kind } = lost.job;
  if (kind === subscriberImportRedo.name) return assess(deps, subscriberImportRedo, lost);
  if (kind === suppressedAddressImportRedo.name) return assess(deps, suppressedAddressImportRedo, lost);
  return Promise.resolve({ refusal: 'Only imports are done again.' });
}

async function assess<Settings extends RedoSettings>(
  deps: RedoDeps,
  kind: RedoKind<Settings>,
  { run, job }: LostRun,
): Promise<Redo> {
  const { client, pool, files } = deps;
  const jobKey = await readKey(client, run);
  if (jobKey === null) return { refusal: 'Its key cannot be read in Temporal.' };
  const known = await findJobByKey(pool, kind.table, jobKey);
  if (known !== null) return { redoneAs: known };
  const ended = ENDED[job.state ?? ''];
  if (ended !== undefined) return { refusal: ended };
  const lost = { id: job.id, jobKey };
  const settings = await kind.settings.read(files.store, lost);
  if (settings === null) return { refusal: job.state === 'finished' ? FINISHED : 'Its settings are not stored.' };
  const missing = await kind.missingOf(pool, settings, run.startTime);
  if (missing !== null) return { refusal: missing };
  if (!(await hasSource(files, kind, lost, settings))) return { refusal: 'Its source is gone.' };
  return {
    redo: async (by) => {
      const redoneAs = await redo(deps, kind, { run, lost, settings, isPaused: job.state === 'paused', by });
      return redoneAs === null ? { refusal: GONE } : { redoneAs };
    },
  };
}

/** The files of a cancelled import are removed at its end. */
const ENDED: Readonly<Record<string, string>> = {
  cancelled: 'It was cancelled.',
  failed: 'It had failed.',
};
const FINISHED = 'It had finished, and its settings are not stored.';
const GONE = 'Its list was deleted, or it is being done again.';

async function readKey(client: TemporalClient, run: LostRun['run']): Promise<string | null> {
  try {
    return ((await readRunInput(client, run)) as { readonly jobKey?: string } | null)?.jobKey ?? null;
  } catch (error) {
    if (error instanceof UnreadablePayload) return null;
    throw error;
  }
}

async function hasSource<Settings extends RedoSettings>(
  { store, uploads }: Files,
  kind: RedoKind<Settings>,
  lost: FileOwner,
  settings: Settings,
): Promise<boolean> {
  const { file_source: source } = settings.options;
  for (const keyOf of SOURCES) if ((await store.size(keyOf(lost, kind.folder))) !== null) return true;
  if (source.type !== 'upload_directory') return source.type === 'url';
  return (await uploads.size(kind.organizationOf(settings), source.filename)) !== null;
}

/** The packed form counts where both are stored. */
const SOURCES = [packedSourceKey, sourceKey] as const;

/** A lost job, with all that is needed to create it again. */
interface FoundJob<Settings> {
  readonly run: LostRun['run'];
  readonly lost: FileOwner & { readonly jobKey: string };
  readonly settings: Settings;
  readonly isPaused: boolean;
  readonly by: Operator;
}

/** @returns the id of the job, null when another operator was faster or its list was deleted */
async function redo<Settings extends RedoSettings>(
  { client, pool, files: { store } }: RedoDeps,
  kind: RedoKind<Settings>,
  { run, lost, settings, isPaused, by }: FoundJob<Settings>,
): Promise<number | null> {
  const job = { id: await reserveRedoId(pool, kind.table), jobKey: lost.jobKey };
  const isSame = job.id === lost.id;
  const source = await takeSource(store, kind, lost, job);
  if (!isSame) await kind.settings.keep(store, job, settings);
  const organizationId = kind.organizationOf(settings);
  const isAdded = await kind.insert(pool, { ...job, organizationId, source, operator: by.name }, settings);
  if (!isSame) for (const key of keptKeys(isAdded ? lost : job, kind.folder)) await store.remove(key);
  const start = isAdded ? await kind.startOf(pool, job.id, client.names.workflowIdPrefix) : null;
  if (start === null) return null;
  await endLostRun(client, run);
  // The maintenance starts within a minute what could not be started now.
  if (isPaused) {
    await endRunOfOther(client, start);
    await signalJob(client, start, { name: 'pause', args: [null, by] });
  } else {
    await startJob(client, start);
  }
  return job.id;
}

/** Ends the run of the lost job, which remembers more than the new row has; one of another job with its id is left alone. */
async function endLostRun(client: TemporalClient, { workflowId, runId }: LostRun['run']): Promise<void> {
  const handle = client.workflow.getHandle(workflowId, undefined, { firstExecutionRunId: runId });
  await terminateRun(handle, 'The database lost this import, and it was created again.');
}

/** Gives the job the stored source of the lost one; null where the worker has to fetch it again. */
async function takeSource(
  store: Files['store'],
  { folder }: Pick<RedoKind<RedoSettings>, 'folder'>,
  lost: FileOwner,
  job: FileOwner,
) {
  for (const keyOf of SOURCES) {
    const [from, to] = [keyOf(lost, folder), keyOf(job, folder)];
    const bytes = lost.id === job.id ? await store.size(from) : await store.link(from, to);
    if (bytes !== null) return { bytes, isPacked: keyOf === packedSourceKey };
  }
  return null;
}
