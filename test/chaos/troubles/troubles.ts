import { mkdtemp, rename, rm, symlink, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { jobFolder } from '../../../engine/files/job-folder.ts';
import { SEARCH_ATTRIBUTES } from '../../../workflows/names.ts';
import { currentDetailsOf } from '../../support/current-details.ts';
import { fileOwner } from '../../support/file-owner.ts';
import { refuse } from '../../support/refuse.ts';
import { mountSmallDisk } from '../../support/small-disk.ts';
import { requireNone } from '../failure.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { createEmptyList, createImport, inline } from '../sources/list.ts';
import { until } from '../until.ts';
import { startWebServer } from '../world/web-server.ts';
import type { Stage } from '../world/world.ts';

/** A trouble that is prepared. */
export interface Trouble {
  /** Lets it hold a job up. @returns the import that is to be named */
  strike(): Promise<number>;
  /** Ends it as docs/on-call.md says. */
  heal(): Promise<void>;
  /** All imports it is about. */
  importIds(): readonly number[];
}

/** Every trouble that one job can have while others have none; null where this machine cannot have it. */
export const TROUBLES: readonly { readonly cause: string; begin(stage: Stage): Promise<Trouble | null> }[] = [
  { cause: 'poison_chunk', begin: (stage) => refuseList(stage, '22000') },
  { cause: 'retrying', begin: (stage) => refuseList(stage, 'XX000') },
  // A disk that is really full is in the drills of test/e2e; here it is only the time that counts.
  { cause: 'postgres_full', begin: (stage) => refuseList(stage, '53100') },
  { cause: 'lock_wait', begin: (stage) => lockSubscribers(stage, 1) },
  { cause: 'activity_paused', begin: pauseActivity },
  { cause: 'files_down', begin: (stage) => spoilFolder(stage, { target: '/sys/kernel', remove: () => undefined }) },
  { cause: 'files_full', begin: fillFolder },
];

/** Waits until search attributes, view and current details of an import name a cause. @throws PromiseBroken */
export async function untilShown({ temporal }: Stage, importId: number, cause: string): Promise<void> {
  const handle = temporal.workflow.getHandle(`subscriber-import/${importId}`);
  const isStalled = cause === 'poison_chunk';
  await until(`import ${importId} is shown as held up by ${cause}`, async () => {
    const { typedSearchAttributes: attributes } = await handle.describe();
    if (isStalled) return attributes.get(SEARCH_ATTRIBUTES.jobHealth) === 'stalled' || null;
    return attributes.get(SEARCH_ATTRIBUTES.stuckCause) === cause || null;
  });
  const view = await handle.query<{ health: string; stuck?: { cause: string } }>('jobView');
  const currentDetails = await currentDetailsOf(temporal, handle.workflowId);
  const said = isStalled ? 'is parked' : `**Stuck (${cause}):**`;
  const isViewed = isStalled ? view.health === 'stalled' : view.stuck?.cause === cause;
  requireNone([
    ...(isViewed ? [] : [`The view of import ${importId} does not name ${cause}.`]),
    ...(currentDetails.includes(said) ? [] : [`The current details of import ${importId} do not name ${cause}.`]),
  ]);
}

/** An import whose server does not answer before it is told to. */
export async function beginDownload(stage: Stage) {
  const file = makeCsvFile(stage.random, { rows: 100 });
  let answer = () => undefined as void;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  let asked = () => undefined as void;
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  const server = await startWebServer((_, response) => {
    asked();
    void answered.then(() => response.end(file.content));
  });
  const importId = await createImport(stage, await createEmptyList(stage), { type: 'url', url: server.url });
  await isAsked;
  return {
    importId,
    answer,
    finish: async () => {
      answer();
      await until(`import ${importId} is downloaded`, async () => {
        const { state } = await stage.api.demand('GET', `/subscriber_imports/${importId}`);
        return state !== 'downloading' || null;
      });
      await server.close();
    },
  };
}

/** Postgres refuses the subscribers of one list with that SQLSTATE. */
async function refuseList(stage: Stage, sqlstate: string): Promise<Trouble> {
  const listId = await createEmptyList(stage);
  const when = `new.mailing_list_id = ${listId}`;
  const accept = await refuse(stage.pool, { before: 'insert', on: 'subscribers', when, sqlstate });
  const importIds: number[] = [];
  return {
    importIds: () => importIds,
    strike: async () => {
      const importId = await createImport(stage, listId, inline(makeCsvFile(stage.random, { rows: 300 })));
      importIds.push(importId);
      return importId;
    },
    heal: async () => {
      await accept();
      for (const id of importIds) await stage.temporal.workflow.getHandle(`subscriber-import/${id}`).signal('retry');
    },
  };
}

/** More work waits for a lock than the worker does at once, so that whoever is to notice finds every slot taken. */
export function takeEverySlot(stage: Stage): Promise<Trouble> {
  return lockSubscribers(stage, Math.ceil((stage.config.workerConcurrency + 1) / PIECES_AT_ONCE));
}

/** Of one import. */
const PIECES_AT_ONCE = 3;

async function lockSubscribers(stage: Stage, imports: number): Promise<Trouble> {
  const listId = await createEmptyList(stage);
  const name = `wait_${listId}`;
  const holder = await stage.pool.connect();
  await holder.query('select pg_advisory_lock($1)', [listId]);
  await stage.pool.query(`
    create function ${name}() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(${listId});
        return new;
      end $$;
    create trigger ${name} before insert on subscribers for each row
      when (new.mailing_list_id = ${listId}) execute function ${name}()`);
  const importIds: number[] = [];
  return {
    importIds: () => importIds,
    strike: async () => {
      const file = makeCsvFile(stage.random, { rows: 2_500 });
      for (let i = 0; i < imports; i++) importIds.push(await createImport(stage, listId, inline(file)));
      return importIds[0] ?? 0;
    },
    heal: async () => {
      await holder.query('select pg_advisory_unlock($1)', [listId]);
      holder.release();
      await stage.pool.query(`drop function ${name}() cascade`);
    },
  };
}

async function pauseActivity(stage: Stage): Promise<Trouble> {
  const { importId, finish } = await beginDownload(stage);
  const namespace = stage.config.temporalNamespace;
  const execution = { workflowId: `subscriber-import/${importId}` };
  const activity = { namespace, execution, type: 'downloadSource' };
  return {
    importIds: () => [importId],
    strike: async () => {
      await stage.temporal.workflowService.pauseActivity(activity);
      return importId;
    },
    heal: async () => {
      await stage.temporal.workflowService.unpauseActivity(activity);
      await finish();
    },
  };
}

/** The folder of one import, which has its settings, is somewhere else. */
async function spoilFolder(
  stage: Stage,
  { target, remove }: { target: string; remove: () => void | Promise<void> },
): Promise<Trouble | null> {
  if (stage.config.s3 !== null) return null;
  const { importId, answer, finish } = await beginDownload(stage);
  const folder = join(stage.config.filesDir, jobFolder('imports', await fileOwner(stage.pool, importId)));
  const aside = `${folder}-aside`;
  await rename(folder, aside);
  await symlink(target, folder);
  return {
    importIds: () => [importId],
    strike: () => {
      answer();
      return Promise.resolve(importId);
    },
    heal: async () => {
      await unlink(folder);
      await rename(aside, folder);
      await finish();
      await remove();
    },
  };
}

async function fillFolder(stage: Stage): Promise<Trouble | null> {
  if (stage.config.s3 !== null) return null;
  const disk = await mountSmallDisk(await mkdtemp(join(stage.dir, 'full-disk-')), 1);
  if (disk === null) return null;
  await disk.fill();
  const remove = async () => {
    disk.remove();
    await rm(disk.dir, { recursive: true });
  };
  return spoilFolder(stage, { target: disk.dir, remove });
}
