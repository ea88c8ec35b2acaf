import { z } from 'zod';
import { sql } from './slonik.ts';
import type { Database } from './slonik.ts';
import { COUNTERS } from './subscriber-import-options.ts';

const operatorJob = z.object({
  workflowId: z.string(),
  kind: z.enum(['subscriber_import', 'list_deletion']),
  state: z.string(),
  organizationId: z.number(),
  mailingListId: z.number(),
  /** Rows of an import, subscribers of a list. */
  done: z.number(),
  total: z.number().nullable(),
  beganAt: z.string(),
  endedAt: z.string().nullable(),
  error: z.string().nullable(),
});

/** A job as its rows and its ledger tell it; times are ISO 8601. */
export type OperatorJob = Readonly<z.infer<typeof operatorJob>>;

export type JobKind = OperatorJob['kind'];

/** Which jobs an operator wants to see; null wants any. */
export interface OperatorJobFilter {
  readonly kind: JobKind | null;
  readonly state: string | null;
  readonly organizationId: number | null;
  readonly mailingListId: number | null;
}

/** The jobs that are unfinished, and the failed ones that can still be restarted, in the order in which they were begun. */
export async function findOpenJobs(db: Database, filter: OperatorJobFilter): Promise<readonly OperatorJob[]> {
  const { rows } = await db.query(sql.type(operatorJob)`
    select * from (${JOBS}) job
     where ("endedAt" is null or state = 'failed' and not purged)
       and (${filter.kind}::text is null or kind = ${filter.kind})
       and (${filter.state}::text is null or state = ${filter.state})
       and (${filter.organizationId}::bigint is null or "organizationId" = ${filter.organizationId})
       and (${filter.mailingListId}::bigint is null or "mailingListId" = ${filter.mailingListId})
     order by "beganAt", "workflowId"`);
  return rows;
}

/** One job by its workflow id, also one that has ended long ago; null when there is none. */
export function findJob(db: Database, workflowId: string): Promise<OperatorJob | null> {
  return db.maybeOne(sql.type(operatorJob)`select * from (${JOBS}) job where "workflowId" = ${workflowId}`);
}

const iso = (column: string) =>
  sql.fragment`to_char(${sql.identifier(column.split('.'))} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** Every row of a chunk is in one counter of it; rows that failed before they came to a chunk are counted by range. */
const rowsOfChunk = sql.join(
  COUNTERS.map((name) => sql.identifier(['c', name])),
  sql.fragment` + `,
);

const JOBS = sql.fragment`
  select 'subscriber-import/' || i.id as "workflowId", 'subscriber_import' as kind, i.state,
         i.organization_id as "organizationId", i.mailing_list_id as "mailingListId",
         (select coalesce(sum(${rowsOfChunk}), 0) from import_chunks c where c.subscriber_import_id = i.id)::bigint
         + (select coalesce(sum(r.failed), 0) from import_ranges r where r.subscriber_import_id = i.id)::bigint as done,
         i.number_of_records as total, ${iso('i.created_at')} as "beganAt", ${iso('i.finished_at')} as "endedAt",
         i.error_message as error, i.purged_at is not null as purged
    from subscriber_imports i
  union all
  select 'list-deletion/' || d.mailing_list_id, 'list_deletion', d.state, d.organization_id, d.mailing_list_id,
         d.subscribers_deleted, d.subscribers_total, ${iso('d.created_at')}, ${iso('d.finished_at')}, d.error_message, false
    from list_deletions d`;
