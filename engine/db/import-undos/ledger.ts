import type { Pool, PoolClient } from 'pg';
import type { FileOwner } from '../../domain/file-owner.ts';
import { IMPORT_UNDO_KIND, UNDO_COUNTERS, UNDO_OUTCOMES } from '../../domain/import-undos.ts';
import { jobStates, SETS_START } from '../jobs/job-states.ts';
import type { UndoneSlice } from './undo-image.ts';
import type { UndoneReactions } from './undo-reactions.ts';

/** One undo as its activities see it. */
export interface UndoRecord {
  readonly id: number;
  readonly organizationId: number;
  readonly mailingListId: number;
  readonly importId: number;
  readonly isDryRun: boolean;
  readonly hasEnded: boolean;
  /** Subscribers of the import; null before the first slice. */
  readonly total: number | null;
  /** The last before-image that has been undone; null before the first one. */
  readonly doneNumber: number | null;
  /** Up to which subscriber reactions have been undone; null before the first batch. */
  readonly doneSubscriberId: number | null;
  /** The import could queue reactions. */
  readonly hasReactions: boolean;
  /** Bytes of the logs of the organization. */
  readonly logBytesOfOrganization: number;
}

const SELECT = `
  select u.id, u.organization_id as "organizationId", u.mailing_list_id as "mailingListId", u.subscriber_import_id as "importId",
         u.options ->> 'dry_run' = 'true' as "isDryRun", u.finished_at is not null as "hasEnded", u.progress_total as total,
         u.done_number as "doneNumber", u.done_subscriber_id as "doneSubscriberId",
         i.options -> 'autoresponders' -> 'subscription' ->> 'trigger' = 'true'
           or i.options -> 'autoresponders' -> 'api' ->> 'trigger_new' is not null
           or i.options -> 'autoresponders' -> 'api' ->> 'trigger_updated' is not null as "hasReactions",
         coalesce(o.bytes, 0) as "logBytesOfOrganization"
    from import_undos u join subscriber_imports i on i.id = u.subscriber_import_id
    left join organization_logs o on o.organization_id = u.organization_id
   where u.id = $1`;

/** Reads one undo. @throws Error when there is no such row */
export async function readUndo(db: Pool | PoolClient, undoId: number): Promise<UndoRecord> {
  const { rows } = await db.query<UndoRecord>(SELECT, [undoId]);
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no undo ${undoId} of an import.`);
  return row;
}

/** Locks an undo until the transaction ends, and reads it. */
export async function lockUndo(client: PoolClient, undoId: number): Promise<UndoRecord> {
  await client.query(`select 1 from import_undos where id = $1 for no key update`, [undoId]);
  return readUndo(client, undoId);
}

/** Notes how many subscribers there are to undo, those that an earlier undo has not undone. */
export async function noteTotal(client: PoolClient, { id, importId }: UndoRecord): Promise<void> {
  await client.query(
    `update import_undos set updated_at = now(), progress_total = (
       select coalesce(sum(added + changed), 0) from import_before_images where subscriber_import_id = $2 and undone_xid is null)
      where id = $1`,
    [id, importId],
  );
}

/** Returns the number of the before-image to undo next: the last one that is left; null: none is. */
export async function findNextImage(client: PoolClient, { importId, doneNumber }: UndoRecord): Promise<number | null> {
  const { rows } = await client.query<{ number: number }>(
    `select number from import_before_images
      where subscriber_import_id = $1 and undone_xid is null and ($2::bigint is null or number < $2)
      order by number desc limit 1`,
    [importId, doneNumber],
  );
  return rows[0]?.number ?? null;
}

const SETS_OUTCOMES = UNDO_OUTCOMES.map((outcome, index) => `${outcome} = ${outcome} + $${index + 8}`).join(', ');

/** Notes that a before-image is undone, in the transaction that did it. The counts of logs are locked last. */
export async function noteImage(
  client: PoolClient,
  { id, organizationId }: UndoRecord,
  number: number,
  { subscribers, outcomes, reactivated, reactionsCancelled, reactionsDue, bytes }: UndoneSlice,
): Promise<void> {
  await client.query(
    `update import_undos set done_number = $2, progress_value = progress_value + $3, reactivated = reactivated + $4,
            reactions_cancelled = reactions_cancelled + $5, reactions_due = reactions_due + $6, log_bytes = log_bytes + $7,
            ${SETS_OUTCOMES}, updated_at = now()
      where id = $1`,
    [
      ...[id, number, subscribers, reactivated, reactionsCancelled, reactionsDue, bytes],
      ...UNDO_OUTCOMES.map((outcome) => outcomes[outcome]),
    ],
  );
  if (bytes === 0) return;
  await client.query(
    `insert into organization_logs as o (organization_id, bytes) values ($1, $2)
     on conflict (organization_id) do update set bytes = o.bytes + excluded.bytes`,
    [organizationId, bytes],
  );
}

/** Notes up to which subscriber reactions are undone, in the transaction that did it. */
export async function noteReactions(
  client: PoolClient,
  undoId: number,
  { cancelled, due, upToSubscriberId }: UndoneReactions,
): Promise<void> {
  await client.query(
    `update import_undos set done_subscriber_id = $2, reactions_cancelled = reactions_cancelled + $3,
            reactions_due = reactions_due + $4, updated_at = now()
      where id = $1`,
    [undoId, upToSubscriberId ?? Number.MAX_SAFE_INTEGER, cancelled, due],
  );
}

/** The states of undos. */
export const importUndoStates = jobStates({
  ...{ kind: IMPORT_UNDO_KIND, jobType: 'ImportUndo', table: 'import_undos', key: 'undoId', waiting: ['idle'] },
  ...{ list: 'job.mailing_list_id', done: 'progress_value', total: 'progress_total' },
  counters: `jsonb_build_object(${UNDO_COUNTERS.map((name) => `'${name}', ${name}`).join(', ')})`,
  sets: ['updated_at = now()', SETS_START],
});

/** The import of an undo that has ended and has undone some of it; null: it has not ended, was a dry run or has undone nothing. */
export async function findUndoneImport(pool: Pool, undoId: number): Promise<FileOwner | null> {
  const { rows } = await pool.query<FileOwner>(
    `select i.id, i.job_key as "jobKey" from import_undos u join subscriber_imports i on i.id = u.subscriber_import_id
      where u.id = $1 and u.finished_at is not null and u.options ->> 'dry_run' = 'false'
        and (u.state = 'finished' or u.done_number is not null)`,
    [undoId],
  );
  return rows[0] ?? null;
}
