import type { Connections } from '../core/connections.ts';
import { z } from 'zod';
import { isReadable, ofDeleted, readFinishedAt, readState } from '../jobs/deleted-list-jobs.ts';
import { readPage } from '../core/pages.ts';
import { maybeOnePrepared, sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import { COUNTERS, importOptions } from '../../domain/subscriber-imports.ts';
import type { Counter } from '../../domain/subscriber-imports.ts';
import { SUBSCRIBER_STATUSES } from '../../domain/subscribers.ts';
import type { SubscriberStatus } from '../../domain/subscribers.ts';
import { notices } from '../../domain/notices.ts';
import { sheetRows } from '../../domain/sheet-rows.ts';
import type { ImportPolicy } from '../../platform/config.ts';
import { ended, unfinished } from '../jobs/unfinished.ts';
import { statusesOfRows } from './row-statuses.ts';
import { suppressedOfRanges } from './suppressed-rows.ts';

/** The states of an import. */
export const IMPORT_STATES = [
  'scheduled',
  'downloading',
  'splitting',
  'importing',
  'paused',
  'finished',
  'failed',
  'cancelled',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

export const IMPORT_SCOPES = ['finished', 'active', 'recent', 'all'] as const;
type ImportScope = (typeof IMPORT_SCOPES)[number];

const policy: z.ZodType<ImportPolicy> = z.object({
  firstDownloadWaitMs: z.number(),
  secondDownloadWaitMs: z.number(),
  downloadTimeoutMs: z.number(),
  logRetentionMs: z.number(),
  maxDownloadBytes: z.number(),
});

const counters = z.object(
  Object.fromEntries(COUNTERS.map((name) => [name, z.number()])) as Record<Counter, z.ZodNumber>,
);

const statuses = z.object(
  Object.fromEntries(SUBSCRIBER_STATUSES.map((name) => [name, z.number()])) as Record<SubscriberStatus, z.ZodNumber>,
);

const subscriberImport = z.object({
  id: z.number(),
  jobKey: z.string().nullable(),
  organizationId: z.number(),
  mailingListId: z.number(),
  mailingListName: z.string(),
  state: z.enum(IMPORT_STATES),
  createdAt: z.date(),
  beginsAt: z.date(),
  /** Milliseconds until then by the clock of the database, when the row was read. */
  beginsInMs: z.number(),
  finishedAt: z.date().nullable(),
  errorMessage: z.string().nullable(),
  options: importOptions,
  policy,
  workflowStartedAt: z.date().nullable(),
  /** Whether it has waited for a slot of its organization, or waits for one. */
  hasAskedForTurn: z.boolean(),
  numberOfRecords: z.number().nullable(),
  /** The totals of an import that has ended, the ledger's sums of one that has not. */
  counters,
  unchanged: z.number().nullable(),
  reactivated: z.number().nullable(),
  /** Records of which cells were left blank that could not be read. */
  partial: z.number(),
  /** Rows of other people within failed records. */
  swallowed: z.number().nullable(),
  /** Valid rows whose address was suppressed when they were read; null where an earlier version read them. */
  suppressed: z.number().nullable(),
  /** Valid rows by the status that each gives a new subscriber; null where an earlier version read them. */
  statuses: statuses.nullable(),
  /** Failed records without a key that could be read; null unless subscribers were deactivated. */
  unread: z.number().nullable(),
  /** People who are active by the row that counts, and of whom a later row says that they left. */
  leftLater: z.number().nullable(),
  /** Null unless subscribers that are not in the import are deactivated. */
  deactivated: z.number().nullable(),
  /** Reason of the limit that paused it. */
  pauseReason: z.string().nullable(),
  /** The dry run that was started as this import, and the import as which this dry run was started. */
  dryRunId: z.number().nullable(),
  startedImportId: z.number().nullable(),
  /** The import whose corrected rows it has, the last import of its own corrected rows, and the undo that undoes it or has. */
  parentId: z.number().nullable(),
  correctedImportId: z.number().nullable(),
  undoId: z.number().nullable(),
  /** Notices from its creation and from its scan. */
  notices,
  scanNotices: notices,
  /** Format of its stored source, where it differs from the options. */
  sourceFormat: importOptions.shape.file_format
    .pick({ character_set: true, line_breaks: true, quoting: true, workbook: true })
    .extend({ sheet_rows: sheetRows })
    .partial(),
});
export type SubscriberImport = z.infer<typeof subscriberImport>;

/** Imports of one list, or (`mailingListId` null) of every list of the organization. */
export interface ImportFilter {
  organizationId: number;
  mailingListId: number | null;
  scope: ImportScope;
  /** Dry runs alone, or all but them; null: both. */
  isDryRun: boolean | null;
}

/** Unfinished imports first, the one that begins first leading; then the ended ones, the last one leading. */
const order = sql.fragment`
  (i.${ended}), case when i.${ended} then null else i.begins_at end, i.finished_at desc, case when i.${ended} then -i.id else i.id end`;

/** Whether an import ended longer ago than its policy keeps logs; null while it has not ended. */
export const RETENTION_IS_OVER = sql.fragment`
  finished_at + make_interval(secs => (policy ->> 'logRetentionMs')::bigint / 1000.0) <= now()`;

/** The imports that can be read, as they are read: of a deleted list those that its deletion has cancelled, as cancelled. */
const imports = sql.fragment`(
  select i.id, i.job_key, i.organization_id, i.mailing_list_id, l.name as mailing_list_name, ${readState('i')} as state, i.created_at,
    i.begins_at, ${readFinishedAt('i')} as finished_at, i.options, i.policy, i.workflow_started_at,
    i.turn_asked_at, i.number_of_records,
    ${ofDeleted(sql.fragment`i.error_message`, sql.fragment`null`)} as error_message, i.totals,
    ${ofDeleted(sql.fragment`i.pause_reason`, sql.fragment`null`)} as pause_reason, i.unchanged, i.reactivated, i.left_later, i.partial, i.swallowed, i.unread, i.suppressed, i.statuses, i.purged_at, i.deactivated, i.dry_run_id, i.parent_id,
    i.notices, i.scan_notices, i.source_format, i.dry_run,
    case when i.dry_run then (select s.id from subscriber_imports s where s.dry_run_id = i.id) end as started_import_id,
    (select w.corrected_import_id from import_worklists w where w.subscriber_import_id = i.id) as corrected_import_id,
    (select u.id from import_undos u where u.subscriber_import_id = i.id and u.options ->> 'dry_run' = 'false' and u.state not in ('failed', 'cancelled')) as undo_id
  from subscriber_imports i
  join mailing_lists l on l.id = i.mailing_list_id
  where ${isReadable('i', RETENTION_IS_OVER)}) i`;

/**
 * The import of that id, if it can be read; `organizationId` null looks in every organization. Clients ask for it again and again:
 * to parse and plan this statement takes Postgres 1.5 ms, to run it 0.1, so it is prepared.
 */
export function findSubscriberImport(
  pool: Connections,
  id: number,
  organizationId: number | null,
): Promise<SubscriberImport | null> {
  return maybeOnePrepared(
    pool,
    sql.type(subscriberImport)`
      ${withCounters(sql.fragment`
        select * from ${imports}
        where i.id = ${id} and (${organizationId}::bigint is null or i.organization_id = ${organizationId})
      `)}
    `,
  );
}

/** The public state of an import as it was last recorded; null when there is no such import. */
export function findImportState(db: Database, id: number): Promise<ImportState | null> {
  return db.maybeOneFirst(sql.type(z.object({ state: z.enum(IMPORT_STATES) }))`
    select state from subscriber_imports where id = ${id}
  `);
}

/** A page of imports in the order of the API. @throws RequestedTooMany beyond `pageBytes` */
export function listSubscriberImports(
  db: Database,
  filter: ImportFilter,
  page: { limit: number; offset: number },
): Promise<readonly SubscriberImport[]> {
  return readPage(
    db,
    subscriberImport,
    sql.fragment`
    ${withCounters(sql.fragment`
      select * from ${imports}
      where ${matching(filter)}
      order by ${order}
      limit ${page.limit} offset ${page.offset}
    `)}
    order by ${order}`,
  );
}

export async function countSubscriberImports(db: Database, filter: ImportFilter): Promise<number> {
  return db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from ${imports}
    where ${matching(filter)}
  `);
}

/** Whether an import of the list has not ended yet. */
export function hasUnfinishedImports(db: Database, mailingListId: number): Promise<boolean> {
  return db.exists(sql.unsafe`
    select 1 from subscriber_imports
    where mailing_list_id = ${mailingListId} and ${unfinished}
  `);
}

function matching({ organizationId, mailingListId, scope, isDryRun }: ImportFilter) {
  const inScope = {
    all: sql.fragment`true`,
    active: sql.fragment`i.${unfinished}`,
    finished: sql.fragment`i.${ended}`,
    recent: sql.fragment`(i.${unfinished} or i.finished_at > now() - interval '14 days')`,
  }[scope];
  const ofRuns = isDryRun === null ? sql.fragment`true` : sql.fragment`i.dry_run = ${isDryRun}`;
  const inList = mailingListId === null ? sql.fragment`true` : sql.fragment`i.mailing_list_id = ${mailingListId}`;
  return sql.fragment`i.organization_id = ${organizationId} and ${inList} and ${inScope} and ${ofRuns}`;
}

/** Adds the counters to chosen imports; the choice comes first, so the ledger is summed for the rows of a page only. */
function withCounters(chosen: ReturnType<typeof sql.fragment>) {
  const sums = COUNTERS.map((counter) =>
    counter === 'failed'
      ? sql.fragment`'failed', coalesce(sum(c.failed), 0) + (
          select coalesce(sum(r.failed), 0) from import_ranges r where r.subscriber_import_id = i.id)`
      : sql.fragment`${sql.literalValue(counter)}, coalesce(sum(${sql.identifier(['c', counter])}), 0)`,
  );
  return sql.fragment`
    select i.id, i.job_key as "jobKey", i.organization_id as "organizationId", i.mailing_list_id as "mailingListId",
      i.mailing_list_name as "mailingListName", i.state, i.created_at as "createdAt", i.begins_at as "beginsAt",
      ceil(extract(epoch from i.begins_at - clock_timestamp()) * 1000)::bigint as "beginsInMs",
      i.finished_at as "finishedAt", i.error_message as "errorMessage", i.options, i.policy,
      i.workflow_started_at as "workflowStartedAt", i.turn_asked_at is not null as "hasAskedForTurn",
      i.number_of_records as "numberOfRecords",
      coalesce(i.totals, ledger.counters) as counters,
      case when i.totals is null then ledger.unchanged else i.unchanged end as unchanged,
      case when i.totals is null then ledger.reactivated else i.reactivated end as reactivated,
      case when i.totals is null then ledger.left_later else i.left_later end as "leftLater",
      case when i.totals is null then (
        select coalesce(sum(r.partial), 0) from import_ranges r where r.subscriber_import_id = i.id) else i.partial end as partial,
      coalesce(i.swallowed, (
        select sum(r.swallowed) from import_ranges r
         where r.subscriber_import_id = i.id and i.purged_at is null)) as swallowed,
      case when i.totals is null then ${suppressedOfRanges} else i.suppressed end as suppressed,
      case when i.totals is null then ${statusesOfRows} else i.statuses end as statuses,
      i.unread, i.deactivated, i.pause_reason as "pauseReason", i.dry_run_id as "dryRunId",
      i.started_import_id as "startedImportId", i.parent_id as "parentId", i.corrected_import_id as "correctedImportId", i.undo_id as "undoId",
      i.notices, i.scan_notices as "scanNotices",
      i.source_format as "sourceFormat"
    from (${chosen}) i
    cross join lateral (
      select jsonb_build_object(${sql.join(sums, sql.fragment`, `)}) as counters, coalesce(sum(c.unchanged), 0) as unchanged,
        coalesce(sum(c.reactivated), 0) as reactivated, coalesce(sum(c.left_later), 0) as left_later
      from import_chunks c
      where c.subscriber_import_id = i.id and i.totals is null
    ) ledger`;
}
