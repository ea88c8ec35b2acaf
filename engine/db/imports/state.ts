import type { Pool, PoolClient } from 'pg';
import type { FileOwner } from '../../domain/file-owner.ts';
import { hasEnded } from '../../domain/job-states.ts';
import { COUNTERS, IMPORT_KIND } from '../../domain/subscriber-imports.ts';
import { recordCommands } from '../jobs/job-activity.ts';
import type { JobStateChange } from '../jobs/job-states.ts';
import { prepared } from '../core/prepared.ts';
import { inTransaction } from '../core/transaction.ts';
import { KEPT_BYTES } from '../sources/excess-files.ts';
import { isStaged } from './staging.ts';
import { statusesOfRows } from './row-statuses.ts';
import { suppressedOfRanges } from './suppressed-rows.ts';
import { changeState, withEvents } from '../webhooks/job-events.ts';
import type { ChangedState } from '../webhooks/job-events.ts';

/** The public state of an import, as its workflow reports it. */
export interface ImportStateChange extends JobStateChange {
  readonly importId: number;
  /** Reason of the limit that paused the import; absent unless one did. */
  readonly pauseReason?: string;
}

/** Result of recording a state. */
export interface RecordedImportState extends ChangedState {
  /** Whether the import had been recorded as finished before, so that nothing was written. */
  readonly isFinishedAlready: boolean;
}

/** An import at its end, as it was last recorded. */
interface ImportEnd extends FileOwner {
  /** Null when there is no such import. */
  readonly state: string | null;
  readonly isDryRun: boolean;
  /** Null when there is no such import. */
  readonly organizationId: number | null;
  /** Bytes of the source that it keeps if it has finished. */
  readonly keptBytes: number;
  /** Whether the file is stored that the source was unpacked from. */
  readonly isPacked: boolean;
  /** Whether the ledger has keys, or cells of columns that are left out. */
  readonly hasKeys: boolean;
  /** Whether any of its staging tables is there. */
  readonly isStaged: boolean;
}

/** Reads what the clean-up of an import depends on. */
export async function readImportEnd(pool: Pool, importId: number): Promise<ImportEnd> {
  const { rows } = await pool.query<ImportEnd>(
    prepared(
      `select id, job_key as "jobKey", organization_id as "organizationId", state, dry_run as "isDryRun", ${KEPT_BYTES} as "keptBytes", packed_bytes is not null as "isPacked", chunk_first_keys is not null
            or exists (select from import_chunks where subscriber_import_id = $1 and merged_key is not null)
            or exists (select from import_ranges where subscriber_import_id = $1 and left_out is not null) as "hasKeys",
            ${isStaged('$1')} as "isStaged"
       from subscriber_imports where id = $1`,
      [importId],
    ),
  );
  return (
    rows[0] ?? {
      id: importId,
      jobKey: null,
      organizationId: null,
      keptBytes: 0,
      state: null,
      isDryRun: false,
      isPacked: false,
      hasKeys: false,
      isStaged: true,
    }
  );
}

/**
 * Writes the public state of an import that has not ended, with the events of the change; at its end also the time, the error and
 * the totals.
 */
export async function recordImportState(pool: Pool, change: ImportStateChange): Promise<RecordedImportState> {
  const changed = await writeState(pool, change);
  if (change.state === 'finished') return { ...changed, isFinishedAlready: false };
  const { rows } = await pool.query<{ state: string }>(
    prepared(`select state from subscriber_imports where id = $1 and finished_at is not null`, [change.importId]),
  );
  const [ended] = rows;
  return { ...changed, isFinishedAlready: ended?.state === 'finished' };
}

async function writeState(pool: Pool, change: ImportStateChange): Promise<ChangedState> {
  await recordCommands(pool, { kind: IMPORT_KIND, id: change.importId }, change.commands ?? []);
  const values = [change.importId, change.state, change.errorMessage];
  if (!hasEnded(change.state)) {
    const { pauseReason = null, isStalled = false } = change;
    return changeState(pool, CHANGE, [...values, pauseReason, isStalled]);
  }
  return inTransaction(pool, async (client) => {
    // Waits for a task that is about to commit; only a statement that begins after that sees it in the ledger.
    await lockImport(client, change.importId, 'no key update');
    return changeState(client, END, values);
  });
}

const FAILED_IN_RANGES = `(select coalesce(sum(failed), 0) from import_ranges r where r.subscriber_import_id = i.id)`;
const SUMS = COUNTERS.map(
  (name) => `'${name}', coalesce(sum(${name}), 0)${name === 'failed' ? ` + ${FAILED_IN_RANGES}` : ''}`,
);

/** A dry run that took longer than that is mailed. */
const MAILED_DRY_RUN_SECONDS = 60;

const EVENTS = {
  kind: IMPORT_KIND,
  waiting: ['scheduled'],
  before: `
    select id, state, stalled_at, pause_reason from subscriber_imports job where id = $1 and finished_at is null`,
  data: `jsonb_build_object('job_type', 'SubscriberImport', 'id', id, 'mailing_list_id', mailing_list_id, 'state', state,
      'progress_total', number_of_records, 'error_message', error_message,
      'counters', coalesce(totals, (
        select jsonb_build_object(${SUMS.join(', ')}) from (values (occurred.id)) i (id)
          left join import_chunks c on c.subscriber_import_id = i.id group by i.id)))`,
  // Of a dry run, only one that the user did not wait for.
  isMailed: `not changed.dry_run or now() - changed.begins_at > interval '${MAILED_DRY_RUN_SECONDS} seconds'`,
};

const RETURNING = `
  returning i.id, i.organization_id, i.mailing_list_id, i.state, i.stalled_at, i.number_of_records, i.error_message, i.totals, i.dry_run, i.begins_at,
    before.state as state_before, before.stalled_at as stalled_before`;

/** A new reason is also noted in the activity: the limit that paused the import sent no command. */
const CHANGE = withEvents({
  ...EVENTS,
  further: `noted as (
    insert into job_activity (job_kind, job_id, at, command, actor_type, reason)
    select '${IMPORT_KIND}', id, now(), 'pause', 'guard', $4 from before
     where $4::text is not null and pause_reason is distinct from $4)`,
  change: `
    update subscriber_imports i
       set state = $2, error_message = $3, pause_reason = $4,
           stalled_at = case when $5 then coalesce(i.stalled_at, now()) end,
           workflow_started_at = coalesce(i.workflow_started_at, now())
      from before
     where i.id = before.id ${RETURNING}`,
});

/**
 * The totals are what the ledger says at this moment: rows that failed by range, all others by chunk. All logs are counted now: by
 * the import itself and, as far as they were not before, by its organization.
 */
const END = withEvents({
  ...EVENTS,
  further: `logged as (
    select i.id, i.organization_id, i.log_bytes as counted, i.undo_bytes as imaged_before, coalesce(l.bytes, 0) as bytes
      from before join subscriber_imports i on i.id = before.id
     cross join lateral (select sum(bytes)::bigint as bytes from import_logs where subscriber_import_id = before.id) l
  ), imaged as (
    select coalesce(sum(bytes), 0)::bigint as bytes from import_before_images where subscriber_import_id = $1
  ), counted as (
    insert into organization_logs as o (organization_id, bytes, undo_bytes)
    select organization_id, logged.bytes - counted, imaged.bytes - imaged_before from logged, imaged
     where logged.bytes <> counted or imaged.bytes <> imaged_before
    on conflict (organization_id) do update set bytes = o.bytes + excluded.bytes, undo_bytes = o.undo_bytes + excluded.undo_bytes)`,
  change: `
    update subscriber_imports i
       set log_bytes = (select bytes from logged), undo_bytes = (select bytes from imaged), state = $2, error_message = $3, finished_at = now(), turn = null, pause_reason = null, stalled_at = null,
           workflow_started_at = coalesce(i.workflow_started_at, now()),
           (partial, swallowed) = (
             select coalesce(sum(partial), 0), coalesce(sum(swallowed), 0) from import_ranges r where r.subscriber_import_id = i.id),
           statuses = ${statusesOfRows.sql},
           suppressed = ${suppressedOfRanges.sql},
           (totals, unchanged, reactivated, left_later) = (
             select jsonb_build_object(${SUMS.join(', ')}), coalesce(sum(unchanged), 0), coalesce(sum(reactivated), 0),
                    coalesce(sum(left_later), 0)
               from import_chunks c where c.subscriber_import_id = i.id)
      from before
     where i.id = before.id ${RETURNING}`,
});

/** Locks the row of an import until the transaction ends. */
export async function lockImport(
  client: PoolClient,
  importId: number,
  strength: 'update' | 'no key update',
): Promise<void> {
  await client.query(prepared(`select 1 from subscriber_imports where id = $1 for ${strength}`, [importId]));
}

/**
 * Whether an import has not ended. If so, its row is held for share: it cannot end before the transaction does.
 */
export async function holdUnendedImport(client: PoolClient, importId: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from subscriber_imports where id = $1 and finished_at is null for share`,
    [importId],
  );
  return rowCount !== 0;
}
